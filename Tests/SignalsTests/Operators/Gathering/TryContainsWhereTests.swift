import Signals
import SignalsBattery
import XCTest

final class TryContainsWhereTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryContains { $0 > 1 } }.check()
        Lifecycle { $0.tryContains { _ in throw TestFailure() } }.check()
    }

    func testTheResultSaysIfAValueFulfilsTheCondition() {
        let numbers = [1, 2, 3].publisher.eraseToAnyPublisher()
        XCTAssertEqual(numbers.tryContains { $0 > 2 }.recording().values, [true])
        XCTAssertEqual(numbers.tryContains { $0 > 3 }.recording().values, [false])
    }

    func testAThrownErrorEndsIt() {
        let recorder = [1].publisher.eraseToAnyPublisher().tryContains { _ in throw TestFailure() }.recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.failure is TestFailure)
    }
}
