import Dispatch
import Foundation
import Signals
import SignalsStore

/// A fixed scenario of opening, saving, reading and closing, during which one call to the disk fails, or all from one on.
///
/// What the futures say is compared with the file as it is after each step, as a killed process would leave it, as a
/// power cut would, and as it is at the end.
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
        /// True if the scenario got as far as that call.
        var hasStruck = false
        /// The number of saves that were said to be in doubt.
        var doubts = 0
        /// The number of those that a crash would have brought back.
        var revenants = 0
        var broken: [String] = []
    }

    /// The answers of the futures for each pair: how often, and whether it was saved.
    private struct Answers: Sendable {
        var saved: Set<Int> = []
        var failed: Set<Int> = []
        var inDoubt: Set<Int> = []
        var count: [Int: Int] = [:]
        var revenants: Set<Int> = []

        mutating func note(_ pair: Int, _ error: (any Error)?) {
            guard let error else { return _ = saved.insert(pair) }
            if case .outcomeUnknown = (error as? SaveError)?.reason {
                inDoubt.insert(pair)
            } else {
                failed.insert(pair)
            }
        }
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
            outcome.broken += verdict(on: url, answers, "after closing")
            (outcome.doubts, outcome.revenants) = answers.withLock { ($0.inDoubt.count, $0.revenants.count) }
            return outcome
        }
    }

    private func play(_ url: URL, _ answers: Locked<Answers>) -> (Bool, [String]) {
        let disk = FaultyDisk()
        disk.fail(fault, atCall: call, isLasting: isLasting)
        var container = try? Ledger.open(url, disk: disk, logPages: 8, busyTimeout: 5)
        var broken: [String] = []
        if let container { for round in 0..<3 { broken += save(round, container, url, disk, answers) } }
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
            answers.withLock { answers in
                answers.saved.insert(1000)
                // A save has succeeded, so the earlier ones that did not are gone for good.
                answers.failed.formUnion(answers.inDoubt)
            }
        } catch { broken.append("does not work when the disk does again: \(error)") }
        broken += asAfterACrash(url, disk, answers)
        container.close()
        return (hasStruck, broken)
    }

    /// Three saves at once and one after them, which also fetches.
    private func save(
        _ round: Int, _ container: PersistentContainer, _ url: URL, _ disk: FaultyDisk, _ answers: Locked<Answers>
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
                        if case .failure(let error) = completion {
                            answers.note(round * 10 + index, error)
                        } else {
                            answers.note(round * 10 + index, nil)
                        }
                    }
                    all.leave()
                }, receiveValue: {})
        }
        all.wait()
        withExtendedLifetime(cancellables) {}
        let broken = asAfterACrash(url, disk, answers)
        let context = container.newBackgroundContext()
        context.performAndWait {
            let pair = round * 10 + 3
            Ledger.add(pair, to: context)
            var failure: SaveError?
            do throws(SaveError) { try context.save() } catch { failure = error }
            answers.withLock { [failure] in $0.note(pair, failure) }
            _ = try? context.fetch(FetchRequest<Entry>())
        }
        return broken + asAfterACrash(url, disk, answers)
    }

    /// The files as they are while the store is still open: what a killed process would leave, and a power cut.
    private func asAfterACrash(_ url: URL, _ disk: FaultyDisk, _ answers: Locked<Answers>) -> [String] {
        let files = ["", "-wal"].map { url.path + $0 }
        let kept = files.reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: $1).map { [UInt8]($0) } }
        let said = answers.withLock { $0.saved.count + $0.failed.count + $0.inDoubt.count }
        var random = TrialRandom(UInt64(call * 100 + said))
        let isOrdered = Bool.random(using: &random)
        let left =
            isOrdered
            ? disk.afterPowerCut(keeping: { Int.random(in: 0...$0, using: &random) })
            : disk.afterPowerCut { Bool.random(using: &random) }
        return verdict(on: kept, url, answers, "after a kill") + verdict(on: left, url, answers, "after a power cut")
    }

    private func verdict(
        on files: [String: [UInt8]], _ url: URL, _ answers: Locked<Answers>, _ when: String
    ) -> [String] {
        withTrialFolder { folder in
            for (path, bytes) in files where !path.hasSuffix("-shm") {
                let name = URL(fileURLWithPath: path).lastPathComponent
                _ = FileManager.default.createFile(
                    atPath: folder.appending(path: name).path, contents: Data(bytes))
            }
            return verdict(on: folder.appending(path: url.lastPathComponent), answers, when)
        }
    }

    private func verdict(on url: URL, _ answers: Locked<Answers>, _ when: String) -> [String] {
        var (pairs, broken) = Ledger.audit(url)
        let said = answers.withLock { answers in
            answers.revenants.formUnion(answers.inDoubt.intersection(pairs))
            return answers
        }
        let lost = said.saved.subtracting(pairs)
        let alive = said.failed.intersection(pairs)
        if !lost.isEmpty { broken.append("\(when): said to be saved and gone: \(lost.sorted())") }
        if !alive.isEmpty { broken.append("\(when): said to have failed and there: \(alive.sorted())") }
        let twice = said.count.filter { $0.value != 1 }
        if !twice.isEmpty { broken.append("\(when): futures that did not complete once: \(twice)") }
        return broken
    }
}
