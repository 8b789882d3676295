import Signals
import XCTest

final class FirstWhereTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.first { $0 > 1 } }.check()
        Lifecycle { $0.first { _ in false } }.check()
    }

    func testTheFirstThatFulfilsTheConditionIsDeliveredAndUpstreamCancelledBefore() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>()
        rogue.first { $0 > 1 }.subscribe(recorder)
        let connection = rogue.connect()
        XCTAssertEqual(connection.requests, [.unlimited])
        for value in 1...3 { rogue.send(value) }
        XCTAssertEqual(recorder.values, [2])
        XCTAssertTrue(recorder.isFinished)
        XCTAssertEqual(connection.cancels, 1)
    }

    func testWithoutOneItEndsAsUpstreamDoes() {
        XCTAssertTrue([1, 2].publisher.eraseToAnyPublisher().first { $0 > 5 }.recording().isFinished)
        XCTAssertEqual(Fail<Int, TestFailure>(error: TestFailure()).first { $0 > 5 }.recording().failure, TestFailure())
    }

    func testTheValueWaitsUntilItIsAskedFor() {
        let recorder = [1, 2].publisher.eraseToAnyPublisher().first { $0 > 1 }.recording(.none)
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.completions.isEmpty)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [2])
        XCTAssertTrue(recorder.isFinished)
    }
}
