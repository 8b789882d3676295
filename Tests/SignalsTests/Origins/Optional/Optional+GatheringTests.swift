import Signals
import XCTest

final class OptionalGatheringTests: XCTestCase {
    private let two = Int?(2).publisher
    private let none = Int?.none.publisher

    func testTheResultIsThereAtOnce() {
        XCTAssertEqual(two.allSatisfy { $0 > 2 }, Bool?(false).publisher)
        XCTAssertEqual(two.contains(2), Bool?(true).publisher)
        XCTAssertEqual(two.contains { $0 > 2 }, Bool?(false).publisher)
        XCTAssertEqual(two.collect(), [Int]?([2]).publisher)
        XCTAssertEqual(two.count(), Int?(1).publisher)
        XCTAssertEqual([two.min(), two.max(), two.min { $0 < $1 }, two.max { $0 < $1 }], [two, two, two, two])
        XCTAssertEqual(two.reduce(1) { $0 + $1 }, Int?(3).publisher)
    }

    func testWithoutAValueItIsWhatTheOperatorsDeliverForNoValues() {
        let erased = none.eraseToAnyPublisher()
        XCTAssertEqual(
            none.allSatisfy { _ in false }.recording().values, erased.allSatisfy { _ in false }.recording().values)
        XCTAssertEqual(none.contains(1).recording().values, erased.contains(1).recording().values)
        XCTAssertEqual(none.collect().recording().values, erased.collect().recording().values)
        XCTAssertEqual(none.count().recording().values, erased.count().recording().values)
        XCTAssertEqual(none.max().recording().values, erased.max().recording().values)
        XCTAssertEqual(none.reduce(7) { $0 + $1 }.recording().values, erased.reduce(7) { $0 + $1 }.recording().values)
    }
}
