import Signals
import XCTest

final class OptionalFilteringTests: XCTestCase {
    private let two = Int?(2).publisher
    private let none = Int?.none.publisher

    func testTheValuePassesOrNot() {
        XCTAssertEqual([two.filter { $0 > 1 }, two.filter { $0 > 2 }], [two, none])
        XCTAssertEqual([two.first { $0 > 1 }, two.first { $0 > 2 }], [two, none])
        XCTAssertEqual([two.last { $0 > 1 }, two.last { $0 > 2 }], [two, none])
        XCTAssertEqual([two.drop { $0 > 2 }, two.drop { $0 > 1 }], [two, none])
        XCTAssertEqual([two.prefix { $0 > 1 }, two.prefix { $0 > 2 }], [two, none])
        XCTAssertEqual([two.dropFirst(0), two.dropFirst()], [two, none])
        XCTAssertEqual([two.prefix(5), two.prefix(0)], [two, none])
        XCTAssertEqual([two.output(at: 0), two.output(at: 1)], [two, none])
        XCTAssertEqual([two.output(in: 0...), two.output(in: 1..<3)], [two, none])
    }

    func testTheOnlyValueIsTheFirstAndTheLastAndNoDuplicate() {
        XCTAssertEqual([two.first(), two.last(), two.removeDuplicates()], [two, two, two])
        XCTAssertEqual(two.removeDuplicates { _, _ in true }, two)
        XCTAssertEqual(two.ignoreOutput(), Empty())
    }
}
