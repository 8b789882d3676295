import Signals
import XCTest

final class TryComparisonTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryMin { $0 < $1 } }.check()
        Lifecycle { $0.tryMax { _, _ in throw TestFailure() } }.check()
    }

    func testTheLeastAndTheGreatestAreDelivered() {
        let numbers = [3, 1, 2].publisher
        XCTAssertEqual(numbers.tryMin { $0 < $1 }.recording().values, [1])
        XCTAssertEqual(numbers.tryMax { $0 < $1 }.recording().values, [3])
    }

    func testAThrownErrorEndsIt() {
        let recorder = [3, 1, 2].publisher.tryMax { _, _ in throw TestFailure() }.recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.failure is TestFailure)
    }

    func testOneValueIsComparedWithNone() {
        let recorder = Just(1).tryMax { _, _ in throw TestFailure() }.recording()
        XCTAssertEqual(recorder.values, [1])
    }
}
