import Signals
import SignalsBattery
import XCTest

final class SequenceGatheringTests: XCTestCase {
    private let numbers = [3, 1, 2].publisher

    func testTheResultIsThereAtOnce() {
        XCTAssertEqual(numbers.allSatisfy { $0 > 0 }, Result<Bool, Never>.success(true).publisher)
        XCTAssertEqual(numbers.contains(9), Result<Bool, Never>.success(false).publisher)
        XCTAssertEqual(numbers.contains { $0 == 2 }, Result<Bool, Never>.success(true).publisher)
        XCTAssertEqual(numbers.collect(), Result<[Int], Never>.success([3, 1, 2]).publisher)
        XCTAssertEqual(numbers.reduce("") { $0 + "\($1)" }, Result<String, Never>.success("312").publisher)
    }

    func testTheLeastAndTheGreatestBecomeOptionalPublishers() {
        XCTAssertEqual(numbers.min(), Int?(1).publisher)
        XCTAssertEqual(numbers.max(), Int?(3).publisher)
        XCTAssertEqual(numbers.min { $0 > $1 }, Int?(3).publisher)
        XCTAssertEqual(numbers.max { $0 > $1 }, Int?(1).publisher)
        XCTAssertEqual([Int]().publisher.max(), Int?.none.publisher)
    }

    func testRandomAccessCollectionsAreCountedAtOnce() {
        XCTAssertEqual(numbers.count(), Just(3))
        XCTAssertEqual(numbers.setFailureType(to: TestFailure.self).count().result, .success(3))
        XCTAssertEqual(Set([1, 2]).publisher.count().result, .success(2))
    }

    func testASequenceThatIsNoCollectionIsCountedLater() {
        let count: Publishers.Count = stride(from: 0, to: 10, by: 3).publisher.count()
        XCTAssertEqual(count.recording().values, [4])
    }

    func testAThrownErrorBecomesTheResult() {
        XCTAssertTrue(numbers.tryAllSatisfy { _ in throw TestFailure() }.recording().failure is TestFailure)
        XCTAssertTrue(numbers.tryContains { _ in throw TestFailure() }.recording().failure is TestFailure)
        XCTAssertTrue(numbers.tryReduce(0) { _, _ in throw TestFailure() }.recording().failure is TestFailure)
        XCTAssertEqual(numbers.tryReduce(0) { $0 + $1 }.recording().values, [6])
    }
}
