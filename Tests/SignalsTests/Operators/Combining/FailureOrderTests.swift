import Signals
import SignalsBattery
import XCTest

/// When one upstream of several fails, the others are cancelled before downstream hears of it: a `retry` begins anew when
/// all is over, not beside what is left.
final class FailureOrderTests: XCTestCase {
    private typealias Source = AnyPublisher<Int, TestFailure>

    func testOthersAreCancelledBeforeTheFailureIsDelivered() {
        assertOrder("merge") { $0.merge(with: $1).eraseToAnyPublisher() }
        assertOrder("zip") { $0.zip($1).map { $0.0 }.eraseToAnyPublisher() }
        assertOrder("combineLatest") { $0.combineLatest($1).map { $0.0 }.eraseToAnyPublisher() }
        assertOrder("flatMap") { other, failing in other.prepend(0).flatMap { _ in failing }.eraseToAnyPublisher() }
        assertOrder("flatMap of several") { other, failing in
            Publishers.Sequence<[Source], TestFailure>(sequence: [other, failing]).flatMap { $0 }.eraseToAnyPublisher()
        }
        assertOrder("switchToLatest") { other, failing in
            other.prepend(0).map { _ in failing }.switchToLatest().eraseToAnyPublisher()
        }
        assertOrder("prefix(untilOutputFrom:)") { $1.prefix(untilOutputFrom: $0).eraseToAnyPublisher() }
        assertOrder("drop(untilOutputFrom:)") { $1.drop(untilOutputFrom: $0).eraseToAnyPublisher() }
    }

    private func assertOrder(_ name: String, _ combine: (Source, Source) -> Source, line: UInt = #line) {
        let events = Locked<[String]>([])
        let failing = PassthroughSubject<Int, TestFailure>()
        let other = PassthroughSubject<Int, TestFailure>().handleEvents(receiveCancel: {
            events.withLock { $0.append("cancelled") }
        })
        let watching = combine(other.eraseToAnyPublisher(), failing.eraseToAnyPublisher()).sink(
            receiveCompletion: { _ in events.withLock { $0.append("failed") } }, receiveValue: { _ in })
        failing.send(completion: .failure(TestFailure()))
        XCTAssertEqual(events.withLock { $0 }, ["cancelled", "failed"], name, line: line)
        withExtendedLifetime(watching) {}
    }

    func testASharedPublisherIsBegunAnewByARetryInsideItsValue() {
        let attempts = Locked(0)
        let shared = Deferred {
            attempts.withLock { $0 += 1 }
            return PassthroughSubject<Int, TestFailure>().prepend(1)
        }.share()
        let recorder = Recorder<Int, TestFailure>()
        shared.map { _ in Fail<Int, TestFailure>(error: TestFailure()) }.switchToLatest().retry(2).subscribe(recorder)
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
        XCTAssertEqual(attempts.withLock { $0 }, 3)
    }
}
