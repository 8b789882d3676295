import Signals
import XCTest

final class ComparisonTests: XCTestCase {
    private let words = ["three", "a", "seven", "b"].publisher.eraseToAnyPublisher()

    func testKeepsTheLifecycle() {
        Lifecycle { $0.min() }.check()
        Lifecycle { $0.max { $0 < $1 } }.check()
    }

    func testTheLeastAndTheGreatestAreDelivered() {
        let numbers = [3, 1, 2].publisher.eraseToAnyPublisher()
        XCTAssertEqual(numbers.min().record().values, [1])
        XCTAssertEqual(numbers.max().record().values, [3])
        XCTAssertTrue(numbers.max().record().isFinished)
    }

    func testOfEqualValuesItIsTheFirst() {
        XCTAssertEqual(words.max { $0.count < $1.count }.record().values, ["three"])
        XCTAssertEqual(words.min { $0.count < $1.count }.record().values, ["a"])
    }

    func testWithoutValuesThereIsNone() {
        let recorder = Empty<Int, Never>().max().record()
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.isFinished)
    }
}
