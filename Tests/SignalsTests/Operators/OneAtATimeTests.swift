import SignalsBattery
import XCTest

@testable import SignalsCore

/// A backlog that is taken one value at a time takes a loop: 100,000 values, where a recursion overflowed the stack at
/// 2,000.
final class OneAtATimeTests: XCTestCase {
    private let count = steps(100_000)

    /// A work queue whose first piece of work ends later, and the others at once.
    private func work<Source: Publisher>(
        on source: Source, count: Int = steps(100_000), file: StaticString = #filePath, line: UInt = #line,
        send: () -> Void
    ) where Source.Output == Int, Source.Failure == Never {
        let first = PassthroughSubject<Int, Never>()
        let done = Locked(0)
        let sink = source.flatMap(maxPublishers: .max(1)) { value -> AnyPublisher<Int, Never> in
            value == 0 ? first.eraseToAnyPublisher() : Just(value).map { $0 }.eraseToAnyPublisher()
        }
        .sink { _ in done.withLock { $0 += 1 } }
        send()
        first.send(0)
        first.send(completion: .finished)
        XCTAssertEqual(done.withLock { $0 }, count, file: file, line: line)
        sink.cancel()
    }

    func testAWorkQueueTakesABacklogThatWaitsInABuffer() {
        let subject = PassthroughSubject<Int, Never>()
        work(on: subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropOldest)) {
            for value in 0..<count { subject.send(value) }
        }
        work(on: (0..<count).publisher.buffer(size: 10, prefetch: .keepFull, whenFull: .dropOldest)) {}
    }

    func testAWorkQueueTakesABacklogOfPublishersThatWait() {
        work(on: (0..<count).publisher.flatMap { Just($0).eraseToAnyPublisher() }) {}
        work(on: Publishers.MergeMany((0..<count).map { Just($0) })) {}
    }

    func testAWorkQueueTakesABacklogOfOtherOperators() {
        let count = steps(20_000)
        let all = (0..<count).publisher
        work(on: all.zip(all).map { $0.0 }, count: count) {}
        work(on: all.append(all.prefix(0)), count: count) {}
        work(on: Just(all).switchToLatest(), count: count) {}
        work(on: all.collect().flatMap { $0.publisher }, count: count) {}
        work(on: all.setFailureType(to: TestFailure.self).retry(1).replaceError(with: -1), count: count) {}
        work(on: all.setFailureType(to: TestFailure.self).catch { _ in Empty<Int, Never>() }, count: count) {}
        work(on: all.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false)), count: count) {}
        work(on: all.delay(for: 0, scheduler: ImmediateScheduler.shared), count: count) {}
        work(on: all.receive(on: ImmediateScheduler.shared), count: count) {}
        work(on: all.subscribe(on: ImmediateScheduler.shared), count: count) {}
        work(on: all.merge(with: all.prefix(0)), count: count) {}
    }

    /// Each value is asked for by a subscriber that waits with its first request until all are there.
    private func take<Source: Publisher>(
        from source: Source, count: Int = steps(20_000), then demand: Subscribers.Demand,
        file: StaticString = #filePath,
        line: UInt = #line,
        whenSubscribed send: () -> Void = {}
    ) where Source.Output == Int {
        let taker = Taker<Source.Failure>(demand)
        source.subscribe(taker)
        send()
        taker.request()
        XCTAssertEqual(taker.count, count, file: file, line: line)
    }

    func testABacklogIsTakenByReturningDemandAndByAskingInside() {
        let count = steps(20_000)
        for demand in [Subscribers.Demand.none, .max(1)] {
            let subject = PassthroughSubject<Int, Never>()
            take(from: subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest), then: demand) {
                for value in 0..<count { subject.send(value) }
            }
            take(from: (0..<count).publisher.buffer(size: 7, prefetch: .keepFull, whenFull: .dropNewest), then: demand)
            take(from: (0..<count).publisher.flatMap { Just($0).eraseToAnyPublisher() }, then: demand)
            take(from: Publishers.MergeMany((0..<count).map { Just($0) }), then: demand)
            take(from: (0..<count).publisher.zip((0..<count).publisher).map { $0.1 }, then: demand)
            take(from: Just((0..<count).publisher).switchToLatest(), then: demand)
        }
    }

    func testAnOutletWhoseSubscriberAsksInsideLoops() {
        let taker = Taker<Never>(.none)
        let outlet = Outlet<Int, Never>(to: AnySubscriber(taker), surplus: .waits, name: "Outlet")
        outlet.start()
        for value in 0..<count { outlet.take(value) }
        taker.request()
        XCTAssertEqual(taker.count, count)
    }
}

/// Takes one value at a time: it returns the demand for the next, or if that is none asks for it inside.
private final class Taker<Failure: Error>: Subscriber {
    private struct State: Sendable {
        var count = 0
        var subscription: (any Subscription)?
    }

    private let state = Locked(State())
    private let demand: Subscribers.Demand

    init(_ demand: Subscribers.Demand) {
        self.demand = demand
    }

    var count: Int { state.withLock { $0.count } }

    func request() {
        state.withLock { $0.subscription }?.request(.max(1))
    }

    func receive(subscription: any Subscription) {
        state.withLock { $0.subscription = subscription }
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        state.withLock { $0.count += 1 }
        if demand == .none { request() }
        return demand
    }

    func receive(completion: Subscribers.Completion<Failure>) {}
}
