import Signals
import XCTest

final class TryPrefixWhileTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryPrefix { $0 < 2 } }.check()
        Lifecycle { $0.tryPrefix { _ in throw TestFailure() } }.check()
    }

    func testItFinishesAtTheFirstValueThatDoesNotFulfilTheCondition() {
        let recorder = [1, 2, 3, 1].publisher.tryPrefix { $0 < 3 }.recording()
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAThrownErrorEndsIt() {
        let recorder = [1, 2, 3].publisher.tryPrefix { if $0 < 2 { true } else { throw TestFailure() } }.recording()
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.failure is TestFailure)
    }
}
