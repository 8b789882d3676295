import Signals
import SignalsBattery
import XCTest

final class CatchTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.catch { _ in Just(0) } }.check()
        Lifecycle { $0.catch { Fail<Int, TestFailure>(error: $0) } }.check()
    }

    func testAFailureIsFollowedByTheOtherPublisher() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder = source.catch { _ in [8, 9].publisher }.recording()
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [1, 8, 9])
        XCTAssertTrue(recorder.isFinished)
        XCTAssertEqual(recorder.subscriptionCount, 1)
    }

    func testWithoutAFailureTheHandlerIsNotCalled() {
        let recorder = Record<Int, TestFailure>(output: [1], completion: .finished)
            .catch { _ -> Just<Int> in fatalError("not called") }.recording()
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.isFinished)
    }

    func testOutstandingDemandGoesToTheOtherPublisher() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder = source.catch { _ in (10...19).publisher }.recording(.max(3))
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [1, 10, 11])
        recorder.request(.max(2))
        XCTAssertEqual(recorder.values, [1, 10, 11, 12, 13])
    }

    func testTheOthersFailurePasses() {
        struct Worse: Error {}
        let recorder = Fail<Int, TestFailure>(error: TestFailure()).catch { _ in Fail<Int, Worse>(error: Worse()) }
            .recording()
        XCTAssertNotNil(recorder.failure)
    }

    func testCancellingCancelsTheOtherPublisher() {
        let source = PassthroughSubject<Int, TestFailure>()
        let other = RoguePublisher<Int, Never>()
        let recorder = source.catch { _ in other }.recording()
        source.send(completion: .failure(TestFailure()))
        let connection = other.connect()
        recorder.cancel()
        other.send(1)
        XCTAssertEqual(connection.cancels, 1)
        XCTAssertEqual(recorder.values, [])
    }
}
