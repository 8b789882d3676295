import Signals
import XCTest

/// The releases of every operator: after the end nothing of the client's is kept, neither closures nor values nor
/// the subscriber nor the publisher upstream, though the client still has the subscription and the subject. And no
/// `deinit` of a value runs under a lock.
///
/// A test calls `Retention { upstream, closure in upstream.map { closure($0) } }.check()`, and `closure` in each closure.
package struct Retention<Result: Publisher> {
    package typealias Upstream = AnyPublisher<Tracked, TestFailure>

    private enum End: CaseIterable {
        case finish, failure, cancel, cancelInside, cancelThenFinish
    }

    private let make: @Sendable (Upstream, Closure) -> Result
    private let file: StaticString
    private let line: UInt

    package init(
        file: StaticString = #filePath, line: UInt = #line,
        _ make: @escaping @Sendable (Upstream, Closure) -> Result
    ) {
        (self.make, self.file, self.line) = (make, file, line)
    }

    package func check() {
        for demand in [Subscribers.Demand.unlimited, .max(2), .none] {
            for end in End.allCases { check(end, demand) }
        }
    }

    private func check(_ end: End, _ demand: Subscribers.Demand) {
        let count = Tracked.Count(file: file, line: line)
        let subject = PassthroughSubject<Tracked, TestFailure>()
        let subscription = Locked<(any Subscription)?>(nil)
        do {
            let client = Client(count, subject)
            let receiver = Receiver<Result.Output, Result.Failure>(
                count, demand, subscription, cancelsInside: end == .cancelInside)
            make(client.eraseToAnyPublisher(), Closure(token: count.make())).subscribe(receiver)
        }
        for number in 1...5 { subject.send(count.make(number)) }
        if [.cancel, .cancelInside, .cancelThenFinish].contains(end) { subscription.withLock { $0 }?.cancel() }
        if [.finish, .cancelThenFinish].contains(end) { subject.send(completion: .finished) }
        if end == .failure { subject.send(completion: .failure(TestFailure())) }
        // What waits for demand comes, and the end after it, unless other upstreams are to end first.
        subscription.withLock { $0 }?.request(.unlimited)
        if end == .finish, count.value > 0 { subscription.withLock { $0 }?.cancel() }
        XCTAssertEqual(
            count.value, 0, "objects of the client's are kept after \(end), demand \(demand)", file: file, line: line)
        withExtendedLifetime((subject, subscription)) {}
    }
}

/// The stand-in for a closure of the client's: it captures an object that is counted.
package struct Closure: Sendable {
    fileprivate let token: Tracked

    /// A value of the client's.
    package var value: Tracked { token }

    package func callAsFunction<Value>(_ value: Value) -> Value {
        withExtendedLifetime(token) { value }
    }
}

/// The client's own publisher.
private final class Client: Publisher {
    typealias Output = Tracked
    typealias Failure = TestFailure

    private let token: Tracked
    private let subject: PassthroughSubject<Tracked, TestFailure>

    init(_ count: Tracked.Count, _ subject: PassthroughSubject<Tracked, TestFailure>) {
        token = count.make()
        self.subject = subject
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Tracked, S.Failure == TestFailure {
        subject.subscribe(subscriber)
    }
}

/// The client's own subscriber.
private final class Receiver<Input: Sendable, Failure: Error>: Subscriber {
    private let token: Tracked
    private let demand: Subscribers.Demand
    private let subscription: Locked<(any Subscription)?>
    private let cancelsInside: Bool

    init(
        _ count: Tracked.Count, _ demand: Subscribers.Demand, _ subscription: Locked<(any Subscription)?>,
        cancelsInside: Bool
    ) {
        token = count.make()
        (self.demand, self.subscription, self.cancelsInside) = (demand, subscription, cancelsInside)
    }

    func receive(subscription: any Subscription) {
        self.subscription.withLock { $0 = subscription }
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if cancelsInside { subscription.withLock { $0 }?.cancel() }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {}
}
