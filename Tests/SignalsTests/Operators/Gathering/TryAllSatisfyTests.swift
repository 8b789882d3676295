import Signals
import SignalsBattery
import XCTest

final class TryAllSatisfyTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryAllSatisfy { $0 > 1 } }.check()
        Lifecycle { $0.tryAllSatisfy { _ in throw TestFailure() } }.check()
    }

    func testTheResultSaysIfAllValuesFulfilTheCondition() {
        let numbers = [1, 2, 3].publisher.eraseToAnyPublisher()
        XCTAssertEqual(numbers.tryAllSatisfy { $0 < 5 }.recording().values, [true])
        XCTAssertEqual(numbers.tryAllSatisfy { $0 < 2 }.recording().values, [false])
    }

    func testAThrownErrorEndsIt() {
        let recorder = [1].publisher.eraseToAnyPublisher().tryAllSatisfy { _ in throw TestFailure() }.recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.failure is TestFailure)
    }
}
