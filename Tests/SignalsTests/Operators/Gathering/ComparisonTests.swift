import Signals
import SignalsBattery
import XCTest

final class ComparisonTests: XCTestCase {
    private let words = ["three", "a", "seven", "b"].publisher.eraseToAnyPublisher()

    func testKeepsTheLifecycle() {
        Lifecycle { $0.min() }.check()
        Lifecycle { $0.max { $0 < $1 } }.check()
    }

    func testTheLeastAndTheGreatestAreDelivered() {
        let numbers = [3, 1, 2].publisher.eraseToAnyPublisher()
        XCTAssertEqual(numbers.min().recording().values, [1])
        XCTAssertEqual(numbers.max().recording().values, [3])
        XCTAssertTrue(numbers.max().recording().isFinished)
    }

    func testMinAndMaxAreTheFirstOfEqualValues() {
        XCTAssertEqual(words.max { $0.count < $1.count }.recording().values, ["three"])
        XCTAssertEqual(words.min { $0.count < $1.count }.recording().values, ["a"])
    }

    func testWithoutValuesThereIsNone() {
        let recorder = Empty<Int, Never>().max().recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.isFinished)
    }
}
