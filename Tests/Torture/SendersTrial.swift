import Foundation
import Signals
import SignalsModel

extension Trial {
    /// Threads that send, subscribe, ask, cancel and complete at once, on every kind of subject.
    static let senders = Trial(name: "concurrent senders, subscribers and cancellers") { seed, _ in
        let passthrough = PassthroughSubject<Sent, Never>()
        let current = CurrentValueSubject<Sent, Never>(Sent(thread: 0, number: 0))
        return race(passthrough, startsWithLatest: false, &seed).map { "PassthroughSubject: \($0)" }
            + race(current, startsWithLatest: true, &seed).map { "CurrentValueSubject: \($0)" }
    }

    struct Sent: Equatable, Sendable {
        let thread: Int
        let number: Int
    }

    private static let threads = 4
    private static let perThread = 200

    private static func race<S: Subject>(_ subject: S, startsWithLatest: Bool, _ seed: inout Seed) -> [String]
    where S.Output == Sent, S.Failure == Never {
        let early = (0..<3).map { _ in Witness<Sent, Never>() }
        let metered = Witness<Sent, Never>(demand: 1)
        for witness in early + [metered] { subject.subscribe(witness) }
        let seeds = (0..<threads).map { _ in seed.next() }
        let coming = Locked<[Witness<Sent, Never>]>([])
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            var seed = Seed(seeds[thread])
            for number in 1...perThread {
                subject.send(Sent(thread: thread + 1, number: number))
                disturb(subject, metered, coming, &seed)
            }
        }
        subject.send(completion: .finished)
        return judge(early, metered, coming.withLock { $0 }, startsWithLatest)
    }

    private static func disturb<S: Subject>(
        _ subject: S, _ metered: Witness<Sent, Never>, _ coming: Locked<[Witness<Sent, Never>]>, _ seed: inout Seed
    ) where S.Output == Sent, S.Failure == Never {
        switch Int.random(in: 0..<24, using: &seed) {
        case 0:
            let witness = Witness<Sent, Never>(demand: Bool.random(using: &seed) ? nil : 2, again: 1)
            coming.withLock { $0.append(witness) }
            subject.subscribe(witness)
        case 1: coming.withLock { $0.randomElement(using: &seed) }?.cancel()
        case 2: metered.request(1)
        case 3: subject.sink { _ in }.cancel()
        default: break
        }
    }

    private static func judge(
        _ early: [Witness<Sent, Never>], _ metered: Witness<Sent, Never>, _ coming: [Witness<Sent, Never>],
        _ startsWithLatest: Bool
    ) -> [String] {
        var wrong = (early + [metered] + coming).flatMap(\.broken)
        for witness in early where !witness.waitForCompletion() { wrong.append("no completion") }
        let order = early[0].values
        if order.count != threads * perThread + (startsWithLatest ? 1 : 0) { wrong.append("\(order.count) values") }
        if early.contains(where: { $0.values != order }) { wrong.append("two subscribers saw different orders") }
        for witness in [metered] + coming where !isSubsequence(witness.values, of: order) {
            wrong.append("a later subscriber saw another order")
        }
        for thread in 1...threads {
            let numbers = order.filter { $0.thread == thread }.map(\.number)
            if numbers != Array(1...perThread) { wrong.append("a thread's values came in another order") }
        }
        return wrong
    }

    private static func isSubsequence(_ part: [Sent], of whole: [Sent]) -> Bool {
        var rest = whole[...]
        for value in part {
            guard let index = rest.firstIndex(of: value) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }
}
