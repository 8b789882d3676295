import Dispatch
import Foundation
import Signals
import Testing

@testable import SignalsStore

@Suite struct KillTests {
    /// A child saves pairs, in each form of saving, and says on a pipe which were acknowledged; its parent kills it at a
    /// random moment. The next child goes on with what it left.
    @Test func whatWasAcknowledgedIsThereWheneverTheProcessIsKilledAndNoUnitInPart() async throws {
        var random = TrialRandom(Torture.seed)
        let rounds = Torture.isLong ? 3 * Torture.factor : 6
        var acknowledged = 0
        // Now and then a new file, so that the making of one is killed too.
        for start in stride(from: 0, to: rounds, by: 20) {
            acknowledged += try await kill(rounds: start..<min(start + 20, rounds), &random)
        }
        #expect(acknowledged > rounds * 10)
        Torture.report(
            "kill -9: \(rounds) processes killed; \(acknowledged) saves were acknowledged, and all of them there")
    }

    private func kill(rounds: Range<Int>, _ random: inout TrialRandom) async throws -> Int {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var acknowledged: Set<Int> = []
        for round in rounds {
            let moment = Acknowledgements.Moment.random(&random)
            let heard = try await heard(from: folder, round: round, last: acknowledged.max() ?? 0, moment)
            let comment = Comment(rawValue: "seed \(Torture.seed), round \(round), killed \(moment)")
            acknowledged.formUnion(heard.saved)
            let (pairs, broken) = Ledger.audit(folder.appending(path: "ledger.sqlite"))
            #expect(heard.failed == [], comment)
            #expect(broken == [], comment)
            #expect(acknowledged.subtracting(pairs) == [], comment)
        }
        return acknowledged.count
    }

    private func heard(
        from folder: URL, round: Int, last: Int, _ moment: Acknowledgements.Moment
    ) async throws -> Acknowledgements.Heard {
        let path = folder.path
        let pipe = Acknowledgements(path + "/acknowledgements")
        try pipe.make()
        async let heard = pipe.hear(killingAt: moment)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, round = round as Int, last = last as Int] in
            let pipe = Acknowledgements(path + "/acknowledgements")
            let child = Child(say: try pipe.speak())
            try child.save(in: URL(fileURLWithPath: path), round: round, last: last)
        }
        pipe.end()
        return await heard
    }

    private struct Child: Sendable {
        let say: @Sendable (String) -> Void
        /// The number of saves under way at once.
        let window = DispatchSemaphore(value: 300)

        func save(in folder: URL, round: Int, last: Int) throws {
            let container = try Ledger.open(folder.appending(path: "ledger.sqlite"), logPages: 40)
            // Of these the child before does not know what became: with their keys, they can be repeated.
            for number in max(0, last - 150)..<last + 300 where number % 3 == 2 { start(number, container) }
            for number in (round + 1) * 100_000..<(round + 2) * 100_000 { start(number, container) }
            DispatchSemaphore(value: 0).wait()
        }

        private func start(_ number: Int, _ container: PersistentContainer) {
            window.wait()
            future(number, container).subscribe(
                Subscribers.Sink(
                    receiveCompletion: { completion in
                        if case .failure(let error) = completion { say("failed \(number): \(error)") }
                        window.signal()
                    },
                    receiveValue: { say("saved \(number)") }))
        }

        private func future(_ number: Int, _ container: PersistentContainer) -> Future<Void, any Error> {
            switch number % 3 {
            case 0: container.save { Ledger.add(number, to: $0) }
            case 1:
                container.performBackgroundTask { context in
                    Ledger.add(number, to: context)
                    try context.save()
                }
            default:
                container.performBackgroundTask(idempotencyKey: "\(number)") { context in
                    Ledger.add(number, to: context)
                    try context.save()
                }
            }
        }
    }
}
