import Signals
import XCTest

final class PrefixWhileTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.prefix { $0 < 2 } }.check()
        Lifecycle { $0.prefix { _ in true } }.check()
    }

    func testItFinishesAtTheFirstValueThatDoesNotFulfilTheCondition() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>()
        rogue.prefix { $0 < 3 }.subscribe(recorder)
        let connection = rogue.connect()
        for value in [1, 2, 3, 1] { rogue.send(value) }
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertTrue(recorder.isFinished)
        XCTAssertEqual(connection.cancels, 1)
    }

    func testAFailureBeforeThatPasses() {
        let recorder = Fail<Int, TestFailure>(error: TestFailure()).prefix { _ in true }.recording()
        XCTAssertEqual(recorder.failure, TestFailure())
    }
}
