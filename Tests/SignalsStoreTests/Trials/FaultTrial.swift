import Dispatch
import Foundation
import Signals
import SignalsStore

/// A fixed scenario of opening, saving, reading and closing, during which one call to the disk fails, or all from one on.
struct FaultTrial: Sendable {
    let fault: DiskFault
    let call: Int
    let isLasting: Bool

    init(_ fault: DiskFault, atCall call: Int, isLasting: Bool) {
        self.fault = fault
        self.call = call
        self.isLasting = isLasting
    }

    struct Outcome: Sendable {
        /// Whether the scenario got as far as that call.
        var hasStruck = false
        var broken: [String] = []
    }

    /// What the futures said of each pair: how often, and whether it was saved.
    private struct Answers: Sendable {
        var saved: Set<Int> = []
        var failed: Set<Int> = []
        var count: [Int: Int] = [:]
    }

    func run() -> Outcome {
        withTrialFolder { folder in
            var outcome = Outcome()
            let url = folder.appending(path: "ledger.sqlite")
            let answers = Locked(Answers())
            let ended = DispatchSemaphore(value: 0)
            let found = Locked<(Bool, [String])>((false, []))
            Thread.detachNewThread {
                let (hasStruck, broken) = play(url, answers)
                found.withLock { $0 = (hasStruck, broken) }
                ended.signal()
            }
            guard ended.wait(timeout: .now() + 120) == .success else { return Outcome(broken: ["hangs"]) }
            (outcome.hasStruck, outcome.broken) = found.withLock { $0 }
            outcome.broken += verdict(on: url, answers.withLock { $0 }, "after closing")
            return outcome
        }
    }

    private func play(_ url: URL, _ answers: Locked<Answers>) -> (Bool, [String]) {
        let disk = FaultyDisk()
        disk.fail(fault, atCall: call, isLasting: isLasting)
        var container = try? Ledger.open(url, disk: disk, logPages: 8, busyTimeout: 5)
        var broken: [String] = []
        if let container { for round in 0..<3 { broken += save(round, container, url, answers) } }
        let hasStruck = disk.mend()
        if container == nil { container = try? Ledger.open(url, disk: disk, logPages: 8, busyTimeout: 5) }
        guard let container else { return (hasStruck, ["cannot be opened when the disk works again"]) }
        do {
            let context = container.newBackgroundContext()
            try context.performAndWait {
                Ledger.add(1000, to: context)
                try context.save()
                _ = try context.fetch(FetchRequest<Entry>())
            }
            answers.withLock { _ = $0.saved.insert(1000) }
        } catch { broken.append("does not work when the disk does again: \(error)") }
        broken += asAfterAKill(url, answers.withLock { $0 })
        container.close()
        return (hasStruck, broken)
    }

    /// Three saves at once and one after them, which also fetches.
    private func save(
        _ round: Int, _ container: PersistentContainer, _ url: URL, _ answers: Locked<Answers>
    ) -> [String] {
        let futures = [
            container.save { Ledger.add(round * 10, to: $0) },
            container.performBackgroundTask { context in
                Ledger.add(round * 10 + 1, to: context)
                try context.save()
            },
            container.save { Ledger.add(round * 10 + 2, to: $0) },
        ]
        let all = DispatchGroup()
        let cancellables = futures.enumerated().map { index, future in
            all.enter()
            return future.sink(
                receiveCompletion: { completion in
                    answers.withLock { answers in
                        answers.count[round * 10 + index, default: 0] += 1
                        if case .finished = completion {
                            answers.saved.insert(round * 10 + index)
                        } else {
                            answers.failed.insert(round * 10 + index)
                        }
                    }
                    all.leave()
                }, receiveValue: {})
        }
        all.wait()
        withExtendedLifetime(cancellables) {}
        let broken = asAfterAKill(url, answers.withLock { $0 })
        let context = container.newBackgroundContext()
        context.performAndWait {
            let pair = round * 10 + 3
            Ledger.add(pair, to: context)
            let isSaved = (try? context.save()) != nil
            answers.withLock { _ = isSaved ? $0.saved.insert(pair) : $0.failed.insert(pair) }
            _ = try? context.fetch(FetchRequest<Entry>())
        }
        return broken + asAfterAKill(url, answers.withLock { $0 })
    }

    /// The files as they are while the store is still open: what a killed process would leave. As long as the disk
    /// refuses everything, what failed cannot be kept out of them.
    private func asAfterAKill(_ url: URL, _ answers: Answers) -> [String] {
        var answers = answers
        if isLasting { answers.failed = [] }
        return withTrialFolder { folder in
            let copy = folder.appending(path: url.lastPathComponent)
            for suffix in ["", "-wal"] {
                try? FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
            }
            return verdict(on: copy, answers, "as after a kill")
        }
    }

    private func verdict(on url: URL, _ answers: Answers, _ when: String) -> [String] {
        var (pairs, broken) = Ledger.audit(url)
        let lost = answers.saved.subtracting(pairs)
        let alive = answers.failed.intersection(pairs)
        if !lost.isEmpty { broken.append("\(when): said to be saved and gone: \(lost.sorted())") }
        if !alive.isEmpty { broken.append("\(when): said to have failed and there: \(alive.sorted())") }
        let twice = answers.count.filter { $0.value != 1 }
        if !twice.isEmpty { broken.append("\(when): futures that did not complete once: \(twice)") }
        return broken
    }
}
