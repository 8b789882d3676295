import Dispatch
import Signals
import SignalsBattery
import Synchronization
import XCTest

/// A subscriber that cancels inside `receive(_:)` receives nothing after it, also if another thread is just cancelling.
final class OwnCancelTests: XCTestCase {
    /// Cancels with its `last` value, and counts what it receives after that.
    private final class Leaver: Subscriber {
        private struct State: Sendable {
            var subscription: (any Subscription)?
            var count = 0
            var late = 0
        }

        let isLeaving = Atomic(false)
        private let state = Locked(State())
        private let last: Int

        init(after last: Int) { self.last = last }

        var subscription: (any Subscription)? { state.withLock { $0.subscription } }
        var late: Int { state.withLock { $0.late } }

        func receive(subscription: any Subscription) { state.withLock { $0.subscription = subscription } }

        func receive(_ value: Int) -> Subscribers.Demand {
            let count = state.withLock { state in
                state.count += 1
                if state.count > last { state.late += 1 }
                return state.count
            }
            guard count == last else { return .none }
            isLeaving.store(true, ordering: .releasing)
            for _ in 0..<(last * 7 % 50) { _ = isLeaving.load(ordering: .relaxed) }
            subscription?.cancel()
            return .none
        }

        func receive(completion: Subscribers.Completion<Never>) { state.withLock { $0.late += 1 } }
    }

    private func check<P: Publisher>(_ publisher: P, file: StaticString = #filePath, line: UInt = #line)
    where P.Output == Int, P.Failure == Never {
        var late = 0
        for round in 0..<steps(5_000) {
            let leaver = Leaver(after: 1 + round % 40)
            publisher.subscribe(leaver)
            let subscription = leaver.subscription
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) {
                while !leaver.isLeaving.load(ordering: .acquiring) {}
                subscription?.cancel()
            }
            subscription?.request(.unlimited)
            group.wait()
            late += leaver.late
        }
        XCTAssertEqual(late, 0, file: file, line: line)
    }

    func testNothingFollowsBehindOperatorsThatDeliverWhatWaits() {
        let values = (0..<60).publisher
        check(values.buffer(size: 100, prefetch: .keepFull, whenFull: .dropOldest))
        check(Just(0).flatMap { _ in values })
        check(values.merge(with: Empty()))
        check(values.zip(values).map { $0.0 })
        check(values.collect(1).map { $0[0] })
        check(Just(values).switchToLatest())
        check(Just(0).combineLatest(values).map { $0.1 })
    }
}
