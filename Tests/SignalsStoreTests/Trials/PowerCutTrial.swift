import Dispatch
import Foundation
import Signals
import SignalsStore

/// Saves pairs in all three forms, and cuts the power at random moments at which saves have just been acknowledged
/// while others are under way.
struct PowerCutTrial: Sendable {
    var durability = Durability.full
    var saves = 200
    /// One in so many acknowledgements is followed by a cut.
    var cutsOneIn = 10
    let seed: UInt64

    init(seed: UInt64) { self.seed = seed }

    struct Outcome: Sendable {
        var cuts = 0
        /// The number of acknowledged saves that were gone after a cut, over all cuts.
        var lost = 0
        /// The states that must never be, whatever the durability.
        var broken: [String] = []
    }

    private struct Cut: Sendable {
        let acknowledged: Set<Int>
        let files: [String: [UInt8]]
    }

    private struct State: Sendable {
        var random: TrialRandom
        var acknowledged: Set<Int> = []
        var cuts: [Cut] = []
    }

    func run() throws -> Outcome {
        let cuts = try withTrialFolder { folder in try save(in: folder) }
        var outcome = Outcome()
        for cut in cuts {
            withTrialFolder { folder in audit(cut, in: folder, &outcome) }
        }
        return outcome
    }

    private func save(in folder: URL) throws -> [Cut] {
        let disk = FaultyDisk()
        let state = Locked(State(random: TrialRandom(seed)))
        let container = try Ledger.open(
            folder.appending(path: "ledger.sqlite"), durability: durability, disk: disk, logPages: 12)
        let all = DispatchGroup()
        let cancellables = (0..<saves).map { number in
            all.enter()
            return start(number, container).sink(
                receiveCompletion: { _ in all.leave() },
                receiveValue: { acknowledge(number, disk, state) })
        }
        all.wait()
        withExtendedLifetime(cancellables) {}
        container.close()
        return state.withLock { $0.cuts }
    }

    private func start(_ number: Int, _ container: PersistentContainer) -> Future<Void, any Error> {
        if number.isMultiple(of: 2) { return container.save { Ledger.add(number, to: $0) } }
        return container.performBackgroundTask { context in
            Ledger.add(number, to: context)
            try context.save()
        }
    }

    // What was acknowledged is noted first, then comes the cut: all of it has to be there.
    private func acknowledge(_ number: Int, _ disk: FaultyDisk, _ state: Locked<State>) {
        let (acknowledged, arrival, seed) = state.withLock { state in
            state.acknowledged.insert(number)
            let isCut = Int.random(in: 0..<cutsOneIn, using: &state.random) == 0
            let arrival = [0, 10, 50, 90, 99].randomElement(using: &state.random) ?? 0
            return (isCut ? state.acknowledged : nil, arrival, state.random.next())
        }
        guard let acknowledged else { return }
        var random = TrialRandom(seed)
        let files = disk.afterPowerCut { Int.random(in: 0..<100, using: &random) < arrival }
        state.withLock { $0.cuts.append(Cut(acknowledged: acknowledged, files: files)) }
    }

    private func audit(_ cut: Cut, in folder: URL, _ outcome: inout Outcome) {
        outcome.cuts += 1
        do {
            for (path, bytes) in cut.files {
                try Data(bytes).write(to: folder.appending(path: URL(fileURLWithPath: path).lastPathComponent))
            }
            let url = folder.appending(path: "ledger.sqlite")
            // Opened, used and closed by the library, as after the power has come back.
            let container = try Ledger.open(url, durability: .off)
            let context = container.newBackgroundContext()
            try context.performAndWait {
                Ledger.add(-1, to: context)
                try context.save()
            }
            container.close()
            let (pairs, broken) = Ledger.audit(url)
            outcome.broken += broken
            outcome.lost += cut.acknowledged.subtracting(pairs).count
        } catch { outcome.broken.append("not to be opened after the cut: \(error)") }
    }
}
