import Signals
import SignalsBattery
import XCTest

final class ShareTests: XCTestCase {
    private let subject = PassthroughSubject<Int, TestFailure>()

    func testKeepsTheLifecycle() {
        Lifecycle { $0.share() }.check()
    }

    func testUpstreamIsSubscribedToOnceForAll() {
        let subscriptions = CurrentValueSubject<Int, Never>(0)
        let shared = subject.handleEvents(receiveSubscription: { _ in subscriptions.value += 1 }).share()
        let recorders = (0..<3).map { _ in Recorder<Int, TestFailure>() }
        for recorder in recorders { shared.subscribe(recorder) }
        subject.send(1)
        XCTAssertEqual(subscriptions.value, 1)
        XCTAssertEqual(recorders.map(\.values), [[1], [1], [1]])
    }

    func testUpstreamIsCancelledWithTheLastSubscriber() {
        let cancels = CurrentValueSubject<Int, Never>(0)
        let shared = subject.handleEvents(receiveCancel: { cancels.value += 1 }).share()
        let recorders = (0..<2).map { _ in Recorder<Int, TestFailure>() }
        for recorder in recorders { shared.subscribe(recorder) }
        recorders[0].cancel()
        XCTAssertEqual(cancels.value, 0)
        recorders[1].cancel()
        XCTAssertEqual(cancels.value, 1)
    }

    func testASubscriberThatComesAfterAllHaveCancelledBeginsAnew() {
        let shared = subject.share()
        let first = Recorder<Int, TestFailure>()
        shared.subscribe(first)
        first.cancel()
        let second = Recorder<Int, TestFailure>()
        shared.subscribe(second)
        subject.send(1)
        XCTAssertEqual(second.values, [1])
    }

    func testWhoComesAfterTheEndReceivesTheCompletionAndUpstreamIsNotAskedAgain() {
        let subscriptions = CurrentValueSubject<Int, Never>(0)
        let shared = Just(1).handleEvents(receiveSubscription: { _ in subscriptions.value += 1 }).share()
        let recorders = (0..<2).map { _ in Recorder<Int, Never>() }
        for recorder in recorders { shared.subscribe(recorder) }
        XCTAssertEqual(recorders.map(\.values), [[1], []])
        XCTAssertEqual(recorders.map(\.completions), [[.finished], [.finished]])
        XCTAssertEqual(subscriptions.value, 1)
    }

    func testItIsEqualToItselfAlone() {
        let shared = Just(1).share()
        XCTAssertEqual(shared, shared)
        XCTAssertNotEqual(shared, Just(1).share())
    }
}
