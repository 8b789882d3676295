import Signals
import XCTest

final class ContainsTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.contains(2) }.check()
        Lifecycle { $0.contains(-1) }.check()
    }

    func testTrueIsDeliveredAsSoonAsTheValueComes() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Bool, TestFailure>()
        rogue.contains(2).subscribe(recorder)
        let connection = rogue.connect()
        rogue.send(1)
        XCTAssertEqual(recorder.values, [])
        rogue.send(2)
        XCTAssertEqual(recorder.values, [true])
        XCTAssertTrue(recorder.isFinished)
        XCTAssertEqual(connection.cancels, 1)
    }

    func testFalseIsDeliveredWhenUpstreamFinishesWithout() {
        XCTAssertEqual([1, 3].publisher.eraseToAnyPublisher().contains(2).recording().values, [false])
    }

    func testAFailureIsNoAnswer() {
        let recorder = Fail<Int, TestFailure>(error: TestFailure()).contains(2).recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testEqualPartsMakeEqualPublishers() {
        let upstream = Fail<Int, TestFailure>(error: TestFailure())
        XCTAssertEqual(upstream.contains(1), upstream.contains(1))
        XCTAssertNotEqual(upstream.contains(1), upstream.contains(2))
    }
}
