import Dispatch
import Foundation
import Signals
import Testing

@testable import SignalsStore

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct KillTests {
    /// A child that saves pairs and notes each that was acknowledged, until it is killed at a random moment; its
    /// successor goes on with what it left.
    @Test func whatWasAcknowledgedIsThereWheneverTheProcessIsKilledAndNoUnitInPart() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var random = TrialRandom(Torture.seed)
        for round in 0..<3 * Torture.factor {
            let (path, moment) = (folder.path, Int.random(in: 0...300, using: &random))
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, round = round as Int, moment = moment as Int] in
                try Child.save(in: URL(fileURLWithPath: path), round: round, killedAfter: moment)
            }
            let log = try String(contentsOf: folder.appending(path: "acknowledged"), encoding: .utf8)
            let acknowledged = Set(log.split(separator: "\n").compactMap { Int($0) })
            let (pairs, broken) = Ledger.audit(folder.appending(path: "ledger.sqlite"))
            #expect(broken == [], "seed \(Torture.seed), round \(round)")
            #expect(acknowledged.subtracting(pairs) == [], "seed \(Torture.seed), round \(round)")
        }
    }

    private enum Child {
        static func save(in folder: URL, round: Int, killedAfter moment: Int) throws {
            let container = try Ledger.open(folder.appending(path: "ledger.sqlite"), logPages: 40)
            let log = open(folder.appending(path: "acknowledged").path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            // Not before something was acknowledged, so that each round has something to lose.
            let first = DispatchSemaphore(value: 0)
            DispatchQueue(label: "killer").async {
                first.wait()
                usleep(UInt32(moment * 100))
                kill(getpid(), SIGKILL)
            }
            for number in round * 100_000..<(round + 1) * 100_000 {
                let future = number.isMultiple(of: 2) ? onReturn(number, container) : inTask(number, container)
                future.subscribe(
                    Subscribers.Sink(
                        receiveCompletion: { _ in },
                        receiveValue: {
                            let line = "\(number)\n"
                            _ = line.withCString { write(log, $0, strlen($0)) }
                            first.signal()
                        }))
            }
            DispatchSemaphore(value: 0).wait()
        }

        private static func onReturn(_ number: Int, _ container: PersistentContainer) -> Future<Void, any Error> {
            container.save { Ledger.add(number, to: $0) }
        }

        private static func inTask(_ number: Int, _ container: PersistentContainer) -> Future<Void, any Error> {
            container.performBackgroundTask { context in
                Ledger.add(number, to: context)
                try context.save()
            }
        }
    }
}
