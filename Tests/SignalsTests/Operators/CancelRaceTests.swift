import Signals
import SignalsBattery
import Synchronization
import XCTest

/// A cancel while a value that was kept is taken out: the value's `deinit`, which sends into the same chain, runs under no
/// lock. Two threads hung.
final class CancelRaceTests: XCTestCase {
    /// A value whose `deinit` sends.
    private final class Sender: Sendable {
        private let subject: PassthroughSubject<Sender, Never>?

        init(to subject: PassthroughSubject<Sender, Never>? = nil) {
            self.subject = subject
        }

        deinit {
            subject?.send(Sender())
        }
    }

    private typealias Subject = PassthroughSubject<Sender, Never>

    /// The place at which two threads wait for each other, so that they go on at the same time.
    private final class Start: Sendable {
        private let arrived = Atomic(0)

        func wait() {
            arrived.add(1, ordering: .acquiringAndReleasing)
            while arrived.load(ordering: .acquiring) < 2 { sched_yield() }
        }
    }

    /// Cancels, and sends or asks at the same time.
    private func race(
        rounds: Int = 5000, file: StaticString = #filePath, line: UInt = #line,
        _ make: @escaping @Sendable (Subject, Subject) -> any Racing
    ) {
        underAWatchdog(file: file, line: line) {
            let queue = DispatchQueue(label: "cancels")
            for _ in 0..<rounds {
                let (left, right, start) = (Subject(), Subject(), Start())
                let racing = make(left, right)
                left.send(Sender(to: left))
                queue.async {
                    start.wait()
                    racing.cancel()
                }
                start.wait()
                racing.go(right)
                queue.sync {}
            }
        }
    }

    private protocol Racing: Sendable {
        func cancel()
        func go(_ other: Subject)
    }

    /// Asks while it is cancelled.
    private final class Asking<Input: Sendable>: Subscriber, Racing {
        typealias Failure = Never

        private let subscription = Locked<(any Subscription)?>(nil)
        private let sends: Bool

        init(sends: Bool) {
            self.sends = sends
        }

        func receive(subscription: any Subscription) {
            self.subscription.withLock { $0 = subscription }
            if sends { subscription.request(.unlimited) }
        }

        func receive(_ input: Input) -> Subscribers.Demand { .none }

        func receive(completion: Subscribers.Completion<Never>) {}

        func cancel() {
            subscription.withLock { $0 }?.cancel()
        }

        func go(_ other: Subject) {
            if sends { other.send(Sender()) } else { subscription.withLock { $0 }?.request(.max(1)) }
        }
    }

    private static func asking<P: Publisher>(_ publisher: P, sends: Bool = false) -> Asking<P.Output>
    where P.Failure == Never {
        let asking = Asking<P.Output>(sends: sends)
        publisher.subscribe(asking)
        return asking
    }

    func testZipReleasesUnderNoLock() {
        race { left, right in Self.asking(left.zip(right), sends: true) }
        race { left, right in Self.asking(left.zip(right, right), sends: true) }
    }

    func testCombineLatestReleasesUnderNoLock() {
        race { left, right in Self.asking(left.combineLatest(right), sends: true) }
    }

    func testBufferReleasesUnderNoLock() {
        race { left, _ in Self.asking(left.buffer(size: 9, prefetch: .byRequest, whenFull: .dropOldest)) }
    }

    func testMergeAndFlatMapReleaseUnderNoLock() {
        race { left, right in Self.asking(left.prepend(Sender(to: left)).merge(with: right)) }
        race { left, _ in
            Self.asking(
                left.buffer(size: 9, prefetch: .byRequest, whenFull: .dropOldest).flatMap { Just($0).map { $0 } })
        }
    }

    func testSwitchToLatestReleasesUnderNoLock() {
        race { left, right in
            Self.asking(left.map { right.prepend($0) }.switchToLatest(), sends: true)
        }
    }

    func testGatheringReleasesUnderNoLock() {
        race { left, right in Self.asking(left.collect(2).merge(with: right.collect(1)), sends: true) }
        race { left, right in Self.asking(left.prefix(untilOutputFrom: right).last(), sends: true) }
        race { left, right in Self.asking(left.prefix(untilOutputFrom: right).collect(), sends: true) }
    }
}
