import Foundation
import Signals
import SignalsStore
import Testing

/// Commits of others to a store whose files were moved while it is open, and are in their place again.
@Suite struct MovedFolderTests {
    enum Way: CaseIterable {
        case itsFolder, theFolderAbove, intoANewFolder, byALink
    }

    @Test(arguments: Way.allCases) func aCommitIsSeenAfterTheFilesWereMovedAndAreBack(_ way: Way) async throws {
        let files = FileManager.default
        let above = files.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        let folder = above.appending(path: "folder")
        let aside = files.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { for url in [above, aside] { try? files.removeItem(at: url) } }
        let url = folder.appending(path: "store.sqlite")
        let link = above.appending(path: "link.sqlite")
        if way == .byALink { try files.createSymbolicLink(at: link, withDestinationURL: url) }
        let container = try PersistentContainer(
            name: "Here", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: way == .byALink ? link : url)])
        defer { container.close() }
        try container.addChores("a")
        let states = AsyncStream<[Int]>.makeStream()
        let watch = container.publisher(for: FetchRequest<Chore>()).sink { _ in
        } receiveValue: { list in
            states.continuation.yield(list.map(\.minutes))
        }
        defer { watch.cancel() }
        var seen = states.stream.makeAsyncIterator()
        _ = await seen.next()
        let moved = way == .theFolderAbove ? above : folder
        try files.moveItem(at: moved, to: aside)
        if way == .intoANewFolder {
            try files.createDirectory(at: folder, withIntermediateDirectories: false)
            for name in try files.contentsOfDirectory(atPath: aside.path) {
                try files.moveItem(at: aside.appending(path: name), to: folder.appending(path: name))
            }
        } else {
            try files.moveItem(at: aside, to: moved)
        }
        try SQLiteShell.run("UPDATE Chore SET minutes = 5, signals_version = signals_version + 1", at: url)
        #expect(await seen.next() == [5])
    }
}
