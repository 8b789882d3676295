import Foundation
import SignalsStore
import Testing

#if canImport(Glibc)
    import Glibc
#endif

private enum Wide {
    final class Chore: ManagedObject {
        @Attribute(.unique) var name = ""
        @Attribute var notes: String? = nil
        @Attribute(.indexed) var dueDate = Date.distantFuture
        @Attribute var minutes = ""
        @Attribute var frequency = Frequency.weeks
        @Attribute var isDone = false
        @Attribute var added = 1
    }
}

@Suite struct InterruptedMigrationTests {
    /// A child opens the store with the newer model and kills itself when the migration has come so far.
    @Test(arguments: [0.3, 0.99])
    func aProcessKilledInAMigrationLeavesTheOldStoreWhole(fraction: Double) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "store.sqlite")
        let path = url.path
        let old = try PersistentContainer(
            name: "Old", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: url)])
        try old.inBackground { context in
            for number in 0..<10_000 { Chore(context: context).name = "chore \(number)" }
            try context.save()
        }
        old.close()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, fraction = fraction as Double] in
            var store = PersistentStoreDescription.sqlite(at: URL(fileURLWithPath: path))
            store.onMigrationProgress = { if $0.fractionCompleted >= fraction { kill(getpid(), SIGKILL) } }
            _ = try PersistentContainer(
                name: "New", model: ManagedObjectModel(Wide.Chore.self), stores: [store])
        }
        let again = try PersistentContainer(
            name: "Old again", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: url)])
        #expect(try again.choreNames().count == 10_000)
        try again.addChores("after the crash")
        again.close()
        let new = try PersistentContainer(
            name: "New again", model: ManagedObjectModel(Wide.Chore.self), stores: [.sqlite(at: url)])
        let minutes = try new.inBackground { context in
            Set(try context.fetch(FetchRequest<Wide.Chore>()).map(\.minutes))
        }
        #expect(minutes == ["1"])
        new.close()
    }
}
