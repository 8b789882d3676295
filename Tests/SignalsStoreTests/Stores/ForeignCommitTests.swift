import Foundation
import Signals
import Synchronization
import Testing

@testable import SignalsSQLite
@testable import SignalsStore
@testable import SignalsStoreCore

@Suite struct ForeignCommitTests {
    /// Keeps an object; it is touched on its context's queue only.
    // SAFETY: as it says.
    private final class Held: @unchecked Sendable { var chores: [Chore] = [] }

    @Test func whatAnotherProcessSavesReachesTheContextsHere() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "store.sqlite")
        let container = try PersistentContainer(
            name: "Here", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: url)])
        defer { container.close() }
        try container.addChores("changed", "deleted", "untouched")
        let context = container.newBackgroundContext()
        context.automaticallyMergesChangesFromParent = true
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: context)
        child.automaticallyMergesChangesFromParent = true
        let held = Held()
        let heldByChild = Held()
        let changes = AsyncStream<Void>.makeStream()
        var watches: [AnyCancellable] = []
        for (context, held) in [(context, held), (child, heldByChild)] {
            let watch = try await context.perform {
                held.chores = try context.fetch(FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)]))
                return context.objectsDidChange.sink { _ in changes.continuation.yield() }
            }
            watches.append(watch)
        }
        let path = url.path
        await #expect(processExitsWith: .exitCode(42)) { [path = path as String] in
            let container = try PersistentContainer(
                name: "There", model: ManagedObjectModel(Chore.self),
                stores: [.sqlite(at: URL(fileURLWithPath: path))])
            try container.inBackground { context in
                for chore in try context.fetch(FetchRequest<Chore>()) {
                    if chore.name == "changed" { chore.notes = "from there" }
                    if chore.name == "deleted" { context.delete(chore) }
                }
                try context.save()
            }
            container.close()
            exit(42)
        }
        // Both hear of it without fetching.
        for await _ in changes.stream {
            let isThere = await context.perform { held.chores[0].notes == "from there" }
            let isInChild = await child.perform { heldByChild.chores[0].notes == "from there" }
            if isThere, isInChild { break }
        }
        for (context, held) in [(context, held), (child, heldByChild)] {
            await context.perform {
                #expect(held.chores[1].managedObjectContext == nil, "what was deleted there is gone here")
                #expect(held.chores[2].managedObjectContext != nil)
                held.chores = []
            }
        }
        withExtendedLifetime(watches) {}
    }

    private func hasForeignCommits(_ store: any StoreEngine) throws -> Bool {
        if case .none = try store.takeForeignCommits(for: .liveQueries) { false } else { true }
    }

    @Test func whatThisProcessSavesIsNoForeignCommit() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString).sqlite")
        defer { try? PersistentContainer.destroyStore(at: url) }
        let schema = ManagedObjectModel(Chore.self).entities[0].makeSchema()
        // Without a container, which would ask first.
        let store = try SQLiteStore(SQLiteOpening(url: url, entities: [schema]))
        defer { store.close() }
        var page = RowPageBuilder(schema)
        page.beginRow(number: try store.reserveNumbers(1).lowerBound, version: 1)
        for value: StoredValue in [.text("Dust"), .null, .real(0), .integer(1), .integer(0), .integer(0)] {
            page.append(value)
        }
        var changes = ChangeSet()
        changes.insertions = [page.finish()]
        for result in store.commit([changes]) { _ = try result.get() }
        #expect(try !hasForeignCommits(store))
        try SQLiteShell.run("UPDATE Chore SET minutes = 5", at: url)
        #expect(try hasForeignCommits(store))
        #expect(try !hasForeignCommits(store), "told once")
    }
}
