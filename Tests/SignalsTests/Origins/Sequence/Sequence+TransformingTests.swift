import Signals
import SignalsBattery
import XCTest

final class SequenceTransformingTests: XCTestCase {
    func testOperatorsDoTheirWorkOnTheSequenceAtOnce() {
        let calls = Locked(0)
        let mapped: Publishers.Sequence<[Int], Never> = (1...3).publisher.map { value in
            calls.withLock { $0 += 1 }
            return value * 2
        }
        XCTAssertEqual(calls.withLock { $0 }, 3)
        XCTAssertEqual(mapped.recording().values, [2, 4, 6])
        XCTAssertEqual(mapped.recording().values, [2, 4, 6])
        XCTAssertEqual(calls.withLock { $0 }, 3)
    }

    func testTheyMakeTheSequencesThatCombineMakes() {
        let numbers = [1, 2, 3].publisher
        XCTAssertEqual(numbers.compactMap { $0 > 1 ? "\($0)" : nil }, ["2", "3"].publisher)
        XCTAssertEqual(numbers.scan(0) { $0 + $1 }, [1, 3, 6].publisher)
        let elements: [Int?] = [1, nil, 3].publisher.replaceNil(with: 0).sequence
        XCTAssertEqual(elements, [1, 0, 3])
        XCTAssertEqual(numbers.setFailureType(to: TestFailure.self), Publishers.Sequence(sequence: [1, 2, 3]))
    }

    func testElementsAreAddedInFrontAndBehind() {
        let numbers = [2, 3].publisher
        XCTAssertEqual(numbers.prepend(0, 1), [0, 1, 2, 3].publisher)
        XCTAssertEqual(numbers.prepend(0...1), [0, 1, 2, 3].publisher)
        XCTAssertEqual(numbers.prepend([1].publisher), [1, 2, 3].publisher)
        XCTAssertEqual(numbers.append(4, 5), [2, 3, 4, 5].publisher)
        XCTAssertEqual(numbers.append(4...5), [2, 3, 4, 5].publisher)
        XCTAssertEqual(numbers.append([4].publisher), [2, 3, 4].publisher)
    }
}
