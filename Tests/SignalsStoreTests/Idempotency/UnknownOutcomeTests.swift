import Foundation
import Signals
import SignalsStore
import Testing

/// A save whose outcome nobody knows, because the disk failed under its commit and then the power did, and its key.
@Suite struct UnknownOutcomeTests {
    private func task(_ container: PersistentContainer, _ runs: Locked<Int>) -> Future<Int, any Error> {
        container.performBackgroundTask(idempotencyKey: "key") { context in
            runs.withLock { $0 += 1 }
            Ledger.add(2, to: context)
            try context.save()
            return 2
        }
    }

    /// Returns the files as they may be after it: as many of the last writes arrived as there are cuts.
    private func filesAfterUnknownOutcome(in folder: URL) async throws -> [[String: [UInt8]]] {
        let disk = FaultyDisk()
        let container = try Ledger.open(folder.appending(path: "ledger.sqlite"), disk: disk)
        try await container.save { Ledger.add(1, to: $0) }.value
        disk.fail(.sync, atCall: 1, isLasting: true)
        var failure: SaveError?
        do { _ = try await task(container, Locked(0)).value } catch { failure = error as? SaveError }
        guard case .outcomeUnknown = failure?.reason else {
            Issue.record("\(String(describing: failure))")
            return []
        }
        let files = (0..<60).map { count in disk.afterPowerCut(keeping: { min(count, $0) }) }
        container.close()
        return files
    }

    @Test func aRepeatWithTheKeyAfterTheCrashSavesExactlyOnceWhateverBecameOfTheFirst() async throws {
        var found: Set<Int> = []
        let all = try await withTrialFolder { try await filesAfterUnknownOutcome(in: $0) }
        for files in all {
            try await withTrialFolder { folder in
                for (path, bytes) in files where !path.hasSuffix("-shm") {
                    let name = URL(fileURLWithPath: path).lastPathComponent
                    try Data(bytes).write(to: folder.appending(path: name))
                }
                let url = folder.appending(path: "ledger.sqlite")
                let runs = Locked(0)
                let container = try Ledger.open(url)
                for _ in 0..<2 { #expect(try await task(container, runs).value == 2) }
                container.close()
                found.insert(runs.withLock { $0 })
                let (pairs, broken) = Ledger.audit(url)
                #expect(pairs == [1, 2])
                #expect(broken == [])
            }
        }
        #expect(found == [0, 1], "the first was saved after some of the cuts, and not after others")
    }
}
