import Foundation
import Signals
import SignalsStore
import Testing

/// Live queries on a file that a real other process writes to.
@Suite struct ForeignLiveQueryTests {
    private let byName = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])

    /// A container with the chores "a", "b" and "c", on a file that is deleted afterwards.
    private func withContainer(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (PersistentContainer, _ path: String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "store.sqlite")
        let container = try PersistentContainer(
            name: "Here", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: url)])
        defer { container.close() }
        try container.addChores("a", "b", "c")
        try await body(container, url.path)
    }

    /// Another process renames "a" to "z", deletes "b", and adds "d", in one save.
    private func changeElsewhere(_ path: String) async {
        await #expect(processExitsWith: .exitCode(42)) { [path = path as String] in
            let container = try PersistentContainer(
                name: "There", model: ManagedObjectModel(Chore.self),
                stores: [.sqlite(at: URL(fileURLWithPath: path))])
            try container.inBackground { context in
                for chore in try context.fetch(FetchRequest<Chore>()) {
                    if chore.name == "a" { chore.name = "z" }
                    if chore.name == "b" { context.delete(chore) }
                }
                Chore(context: context).name = "d"
                try context.save()
            }
            container.close()
            exit(42)
        }
    }

    @Test func aPublisherPutsOutWhatAnotherProcessSaved() async throws {
        try await withContainer { container, path in
            let states = AsyncStream<[String]>.makeStream()
            let watch = container.publisher(for: byName).sink { _ in
            } receiveValue: { list in
                states.continuation.yield(list.map(\.name))
            }
            var seen = states.stream.makeAsyncIterator()
            #expect(await seen.next() == ["a", "b", "c"])
            await changeElsewhere(path)
            // One save is one state: there is none in between.
            #expect(await seen.next() == ["c", "d", "z"])
            try container.addChores("e")
            #expect(await seen.next() == ["c", "d", "e", "z"], "what is saved here goes on from there")
            watch.cancel()
        }
    }

    @Test func anObjectsPublisherTellsOfItsDeletionByAnotherProcess() async throws {
        try await withContainer { container, path in
            let ids = try container.inBackground { try $0.fetch(byName).map(\.objectID) }
            let states = AsyncStream<String?>.makeStream()
            let watches = [ids[0], ids[1]].map { id in
                container.publisher(for: id).sink { _ in
                } receiveValue: { chore in
                    states.continuation.yield(chore?.name)
                }
            }
            var found: [String?] = []
            var seen = states.stream.makeAsyncIterator()
            for _ in 0..<2 { found.append(try #require(await seen.next())) }
            await changeElsewhere(path)
            for _ in 0..<2 { found.append(try #require(await seen.next())) }
            #expect(Set(found.prefix(2)) == ["a", "b"])
            #expect(Set(found.suffix(2)) == ["z", nil])
            for watch in watches { watch.cancel() }
        }
    }

    @MainActor @Test func fetchedResultsFollowAnotherProcessWithTheDifference() async throws {
        try await withContainer { container, path in
            let results = FetchedResults(byName, in: container)
            let changes = AsyncStream<Void>.makeStream()
            let watch = results.objectWillChange.sink { _ in changes.continuation.yield() }
            @MainActor func wait(for names: [String]) async {
                for await _ in changes.stream {
                    // What was announced is there when the main actor is free again.
                    await Task.yield()
                    if results.snapshots.map(\.name) == names { return }
                    changes.continuation.yield()
                }
            }
            await wait(for: ["a", "b", "c"])
            let before = results.snapshots.map(\.objectID)
            await changeElsewhere(path)
            await wait(for: ["c", "d", "z"])
            #expect(before.applying(results.difference) == results.snapshots.map(\.objectID))
            #expect(results.updatedIDs == [before[0]])
            watch.cancel()
        }
    }
}
