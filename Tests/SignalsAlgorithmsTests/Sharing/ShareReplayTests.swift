import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class ShareReplayTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.share(replay: 2) }.check()
    }

    func testSubscribesOnceAndReplaysToWhoComesLate() {
        let subscriptions = Locked(0)
        let source = PassthroughSubject<Int, TestFailure>()
        let shared = source.handleEvents(receiveSubscription: { _ in subscriptions.withLock { $0 += 1 } })
            .share(replay: 2)
        let first = shared.recording()
        for value in 1...3 { source.send(value) }
        let second = shared.recording()
        source.send(4)
        XCTAssertEqual(first.values, [1, 2, 3, 4])
        XCTAssertEqual(second.values, [2, 3, 4])
        XCTAssertEqual(subscriptions.withLock { $0 }, 1)
    }

    func testOneThatComesAfterTheEndReceivesTheValuesAndTheCompletion() {
        let source = PassthroughSubject<Int, TestFailure>()
        let shared = source.share(replay: 1)
        let first = shared.recording()
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        let late = shared.recording()
        XCTAssertEqual(first.failure, TestFailure())
        XCTAssertEqual(late.values, [1])
        XCTAssertEqual(late.failure, TestFailure())
    }

    func testTheFirstSubscriberReceivesWhatUpstreamDeliversAtOnce() {
        let shared = [1, 2, 3].publisher.share(replay: 1)
        XCTAssertEqual(shared.recording().values, [1, 2, 3])
        XCTAssertEqual(shared.recording().values, [3])
    }

    func testTheLastOneToCancelEndsTheSubscriptionAndTheValuesStay() {
        let cancels = Locked(0)
        let source = PassthroughSubject<Int, TestFailure>()
        let shared = source.handleEvents(receiveCancel: { cancels.withLock { $0 += 1 } }).share(replay: 1)
        let recorders = [shared.recording(), shared.recording()]
        source.send(1)
        recorders[0].cancel()
        XCTAssertEqual(cancels.withLock { $0 }, 0)
        recorders[1].cancel()
        XCTAssertEqual(cancels.withLock { $0 }, 1)
        let late = shared.recording()
        source.send(2)
        XCTAssertEqual(late.values, [1, 2])
    }

    func testValuesWaitUntilTheyAreAskedFor() {
        let source = PassthroughSubject<Int, TestFailure>()
        let shared = source.share(replay: 3)
        let first = shared.recording(.max(1))
        for value in 1...3 { source.send(value) }
        XCTAssertEqual(first.values, [1])
        first.request(.max(2))
        XCTAssertEqual(first.values, [1, 2, 3])
    }
}
