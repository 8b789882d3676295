import Foundation
import Signals
import SignalsBattery
import SignalsTesting
import XCTest

/// After the end, nothing is kept by what is left on a scheduler: not the upstream, the values, the subscriber, nor the
/// scheduler itself.
final class ReleasingTests: XCTestCase {
    private typealias Upstream = AnyPublisher<Token, TestFailure>
    private typealias Chain = @Sendable (Upstream, TestScheduler) -> AnyPublisher<Int, TestFailure>

    private final class Token: Sendable {}

    private let chains: [String: Chain] = [
        "debounce": { $0.debounce(for: .seconds(60), scheduler: $1).map { _ in 1 }.eraseToAnyPublisher() },
        "throttle": {
            $0.throttle(for: .seconds(60), scheduler: $1, latest: true).map { _ in 1 }.eraseToAnyPublisher()
        },
        "delay": { $0.delay(for: .seconds(60), scheduler: $1).map { _ in 1 }.eraseToAnyPublisher() },
        "timeout": {
            $0.timeout(.seconds(60), scheduler: $1, customError: { TestFailure() }).map { _ in 1 }
                .eraseToAnyPublisher()
        },
        "collect": { $0.collect(.byTime($1, .seconds(60))).map { _ in 1 }.eraseToAnyPublisher() },
        "collect with a count": {
            $0.collect(.byTimeOrCount($1, .seconds(60), 3)).map { _ in 1 }.eraseToAnyPublisher()
        },
        "receive": { $0.receive(on: $1).map { _ in 1 }.eraseToAnyPublisher() },
        "subscribe": { $0.subscribe(on: $1).map { _ in 1 }.eraseToAnyPublisher() },
    ]

    /// The objects that the test looks for after the end.
    private struct Traces {
        weak var upstream: Token?
        weak var value: Token?
        weak var subscriber: Token?
        weak var scheduler: TestScheduler?
    }

    /// Subscribes, sends, and ends.
    private func run(
        _ chain: Chain, _ end: (PassthroughSubject<Token, TestFailure>, AnyCancellable, TestScheduler) -> Void
    ) -> Traces {
        let (upstream, value, subscriber, scheduler) = (Token(), Token(), Token(), TestScheduler())
        let subject = PassthroughSubject<Token, TestFailure>()
        let publisher = subject.map { [upstream] token in
            withExtendedLifetime(upstream) { token }
        }
        let sink = chain(publisher.eraseToAnyPublisher(), scheduler).sink(
            receiveCompletion: { [subscriber] _ in withExtendedLifetime(subscriber) {} },
            receiveValue: { [subscriber] _ in withExtendedLifetime(subscriber) {} })
        scheduler.advance()
        subject.send(value)
        subject.send(value)
        end(subject, sink, scheduler)
        return Traces(upstream: upstream, value: value, subscriber: subscriber, scheduler: scheduler)
    }

    private func expectNothing(_ traces: Traces, of name: String) {
        XCTAssertNil(traces.upstream, "\(name) keeps its upstream")
        XCTAssertNil(traces.value, "\(name) keeps a value")
        XCTAssertNil(traces.subscriber, "\(name) keeps its subscriber")
    }

    func testACancelReleasesAllThoughAnActionIsDueLater() {
        for (name, chain) in chains {
            let scheduler = Locked<TestScheduler?>(nil)
            let traces = run(chain) { _, sink, virtual in
                scheduler.withLock { $0 = virtual }
                sink.cancel()
            }
            // Cancelling upstream is an action of its own there.
            if name == "subscribe" { scheduler.withLock { $0 }?.advance() }
            expectNothing(traces, of: name)
        }
    }

    func testTheEndReleasesAllThoughAnActionIsDueLater() {
        for completion in [Subscribers.Completion<TestFailure>.finished, .failure(TestFailure())] {
            for (name, chain) in chains where name != "delay" {
                let scheduler = Locked<TestScheduler?>(nil)
                let traces = run(chain) { subject, _, virtual in
                    scheduler.withLock { $0 = virtual }
                    subject.send(completion: completion)
                    virtual.advance()
                }
                expectNothing(traces, of: name)
            }
        }
    }

    func testASchedulerWithActionsDueLaterIsNotKeptByThem() {
        for (name, chain) in chains where name != "subscribe" {
            let traces = run(chain) { _, sink, _ in sink.cancel() }
            XCTAssertNil(traces.scheduler, "\(name) keeps its scheduler")
        }
    }

    func testReceiveOnReleasesEachValueWhenItIsDelivered() {
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        let alive = Locked(0)
        final class Counted: Sendable {
            private let alive: Locked<Int>
            init(_ alive: Locked<Int>) {
                self.alive = alive
                alive.withLock { $0 += 1 }
            }
            deinit { alive.withLock { $0 -= 1 } }
        }
        let subject = PassthroughSubject<Counted, Never>()
        let done = expectation(description: "the end")
        let most = Locked<[Int]>([])
        let sink = subject.receive(on: queue).sink(
            receiveCompletion: { _ in done.fulfill() },
            receiveValue: { _ in most.withLock { $0.append(alive.withLock { $0 }) } })
        for _ in 0..<1000 { subject.send(Counted(alive)) }
        subject.send(completion: .finished)
        queue.resume()
        wait(for: [done], timeout: 60)
        XCTAssertEqual(most.withLock { $0 }, Array((1...1000).reversed()))
        sink.cancel()
    }

    /// A value that cancels when it goes.
    private final class Farewell: Sendable {
        private let cancel: @Sendable () -> Void
        init(_ cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }
        deinit { cancel() }
    }

    func testNothingFollowsAValueWhoseReleaseCancels() {
        typealias Chain = (PassthroughSubject<Farewell, Never>, TestScheduler) -> AnyPublisher<Int, Never>
        let chains: [String: Chain] = [
            "debounce": { $0.debounce(for: 1, scheduler: $1).map { _ in 1 }.eraseToAnyPublisher() },
            "throttle": { $0.throttle(for: 1, scheduler: $1, latest: true).map { _ in 1 }.eraseToAnyPublisher() },
            "delay": { $0.delay(for: 1, scheduler: $1).map { _ in 1 }.eraseToAnyPublisher() },
            "timeout": { $0.timeout(1, scheduler: $1).map { _ in 1 }.eraseToAnyPublisher() },
            "receive": { $0.receive(on: $1).map { _ in 1 }.eraseToAnyPublisher() },
            "subscribe": { $0.subscribe(on: $1).map { _ in 1 }.eraseToAnyPublisher() },
            "collect": { $0.collect(.byTime($1, 1)).map { $0.count }.eraseToAnyPublisher() },
            "collect with a count": {
                $0.collect(.byTimeOrCount($1, 5, 1)).map { $0.count }.eraseToAnyPublisher()
            },
            "buffer": {
                $0.buffer(size: 9, prefetch: .byRequest, whenFull: .dropOldest).receive(on: $1).map { _ in 1 }
                    .eraseToAnyPublisher()
            },
        ]
        for (name, chain) in chains {
            for first in [Subscribers.Demand.none, .max(1), .unlimited] {
                let (subject, scheduler) = (PassthroughSubject<Farewell, Never>(), TestScheduler())
                let subscription = Locked<(any Subscription)?>(nil)
                let isCancelled = Locked(false)
                let isFirst = Locked(true)
                let late = Locked<[String]>([])
                let send: @Sendable () -> Void = {
                    subject.send(
                        Farewell {
                            subscription.withLock { $0 }?.cancel()
                            isCancelled.withLock { $0 = true }
                        })
                }
                let note: @Sendable (String) -> Void = { event in
                    if isCancelled.withLock({ $0 }) { late.withLock { $0.append(event) } }
                }
                chain(subject, scheduler).subscribe(
                    AnySubscriber(
                        receiveSubscription: { new in
                            subscription.withLock { $0 = new }
                            new.request(first)
                        },
                        receiveValue: { _ in
                            note("value")
                            if isFirst.withLock({ $0 }) {
                                isFirst.withLock { $0 = false }
                                send()
                                subject.send(completion: .finished)
                            }
                            return .max(1)
                        },
                        receiveCompletion: { _ in note("completion") }))
                scheduler.advance()
                for _ in 0..<3 {
                    send()
                    scheduler.advance(by: 1)
                }
                subscription.withLock { $0 }?.request(.max(1))
                scheduler.advance(by: 9)
                subscription.withLock { $0 }?.request(.max(3))
                scheduler.advance(by: 9)
                XCTAssertEqual(late.withLock { $0 }, [], "\(name), \(first)")
                subscription.withLock { $0.take() }?.cancel()
            }
        }
    }

    func testAValueWhoseDeinitSendsIsReleasedOutsideTheLockWhenACancelRaces() {
        for chain in [
            { @Sendable in $0.debounce(for: 0, scheduler: $1).eraseToAnyPublisher() },
            { @Sendable in $0.throttle(for: 0, scheduler: $1, latest: true).eraseToAnyPublisher() },
            { @Sendable in $0.delay(for: 0, scheduler: $1).eraseToAnyPublisher() },
            { @Sendable in $0.timeout(1, scheduler: $1).eraseToAnyPublisher() },
            { @Sendable in $0.receive(on: $1).eraseToAnyPublisher() },
        ] as [@Sendable (PassthroughSubject<Echo, Never>, TestScheduler) -> AnyPublisher<Echo, Never>] {
            underAWatchdog {
                for _ in 0..<200 { Self.race(chain) }
            }
        }
    }

    /// A value that sends another when it goes.
    private final class Echo: Sendable {
        private let subject: PassthroughSubject<Echo, Never>?
        init(_ subject: PassthroughSubject<Echo, Never>? = nil) { self.subject = subject }
        deinit { subject?.send(Echo()) }
    }

    /// Cancels while the scheduler's action runs.
    private static func race(
        _ chain: @Sendable (PassthroughSubject<Echo, Never>, TestScheduler) -> AnyPublisher<Echo, Never>
    ) {
        let (subject, scheduler) = (PassthroughSubject<Echo, Never>(), TestScheduler())
        let sink = chain(subject, scheduler).sink { _ in }
        subject.send(Echo(subject))
        subject.send(Echo(subject))
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            if thread == 0 { sink.cancel() } else { scheduler.advance() }
        }
    }
}
