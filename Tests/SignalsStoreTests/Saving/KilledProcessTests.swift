import CSQLite
import Foundation
import Signals
import SignalsStore
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct KilledProcessTests {
    /// A child saves 3,000 chores at once, writes each acknowledged one to a file, and kills itself at the given one.
    @Test(arguments: [1, 137, 1500])
    func everySaveThatWasAcknowledgedBeforeTheProcessWasKilledIsThere(acknowledgements: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path

        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, acknowledgements = acknowledgements as Int] in
            let folder = URL(fileURLWithPath: path)
            let container = try PersistentContainer(
                name: "Killed", model: ManagedObjectModel(Chore.self),
                stores: [.sqlite(at: folder.appending(path: "store.sqlite"))])
            let log = open(folder.appending(path: "acknowledged").path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            let lock = NSLock()
            nonisolated(unsafe) var count = 0
            let cancellables = (0..<3000).map { number in
                container.performBackgroundTask { context in
                    Chore(context: context).name = "chore \(number)"
                    try context.save()
                }
                .sink(
                    receiveCompletion: { _ in },
                    receiveValue: {
                        lock.withLock {
                            let line = "chore \(number)\n"
                            _ = line.withCString { write(log, $0, strlen($0)) }
                            count += 1
                            if count == acknowledgements { kill(getpid(), SIGKILL) }
                        }
                    })
            }
            DispatchSemaphore(value: 0).wait()
            withExtendedLifetime(cancellables) {}
        }

        let log = try String(contentsOf: folder.appending(path: "acknowledged"), encoding: .utf8)
        let acknowledged = Set(log.split(separator: "\n").map(String.init))
        #expect(acknowledged.count == acknowledgements)
        let container = try PersistentContainer(
            name: "Reopened", model: ManagedObjectModel(Chore.self),
            stores: [.sqlite(at: folder.appending(path: "store.sqlite"))])
        let stored = Set(try container.choreNames())
        #expect(acknowledged.isSubset(of: stored))
        try container.addChores("after the crash")
        container.close()
    }
}
