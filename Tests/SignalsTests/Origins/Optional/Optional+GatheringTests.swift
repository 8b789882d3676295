import Signals
import SignalsBattery
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

    func testWithoutAValueThereIsNoResult() {
        XCTAssertEqual(none.allSatisfy { _ in true }, Bool?.none.publisher)
        XCTAssertEqual(none.contains(1), Bool?.none.publisher)
        XCTAssertEqual(none.contains { _ in true }, Bool?.none.publisher)
        XCTAssertEqual(none.count(), none)
        XCTAssertEqual([none.min(), none.max(), none.min { $0 < $1 }, none.max { $0 < $1 }], [none, none, none, none])
        XCTAssertEqual(none.reduce(7) { $0 + $1 }, none)
        XCTAssertEqual(none.scan(7) { $0 + $1 }, none)
        XCTAssertEqual(none.collect(), [Int]?([]).publisher, "the exception, as in Combine")
    }
}
