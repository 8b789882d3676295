import Signals
import XCTest

final class TryDropWhileTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryDrop { $0 < 2 } }.check()
        Lifecycle { $0.tryDrop { _ in throw TestFailure() } }.check()
    }

    func testAllFromTheFirstThatDoesNotFulfilTheConditionPass() {
        let recorder = [1, 2, 3, 1].publisher.tryDrop { $0 < 3 }.recording()
        XCTAssertEqual(recorder.values, [3, 1])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAThrownErrorEndsIt() {
        let recorder = [1, 2, 3].publisher.tryDrop { if $0 < 2 { true } else { throw TestFailure() } }.recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.failure is TestFailure)
    }
}
