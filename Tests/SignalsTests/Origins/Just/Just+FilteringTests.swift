import Signals
import XCTest

final class JustFilteringTests: XCTestCase {
    private let two = Int?(2).publisher
    private let none = Int?.none.publisher

    func testTheValuePassesOrNot() {
        XCTAssertEqual([Just(2).filter { $0 > 1 }, Just(2).filter { $0 > 2 }], [two, none])
        XCTAssertEqual([Just(2).first { $0 > 1 }, Just(2).first { $0 > 2 }], [two, none])
        XCTAssertEqual([Just(2).last { $0 > 1 }, Just(2).last { $0 > 2 }], [two, none])
        XCTAssertEqual([Just(2).drop { $0 > 2 }, Just(2).drop { $0 > 1 }], [two, none])
        XCTAssertEqual([Just(2).prefix { $0 > 1 }, Just(2).prefix { $0 > 2 }], [two, none])
        XCTAssertEqual([Just(2).dropFirst(0), Just(2).dropFirst()], [two, none])
        XCTAssertEqual([Just(2).prefix(5), Just(2).prefix(0)], [two, none])
        XCTAssertEqual([Just(2).output(at: 0), Just(2).output(at: 1)], [two, none])
        XCTAssertEqual([Just(2).output(in: 0...), Just(2).output(in: 1..<3)], [two, none])
    }

    func testTheOnlyValueIsTheFirstAndTheLastAndNoDuplicate() {
        XCTAssertEqual([Just(2).first(), Just(2).last(), Just(2).removeDuplicates()], [Just(2), Just(2), Just(2)])
        XCTAssertEqual(Just(2).removeDuplicates { _, _ in true }, Just(2))
        XCTAssertEqual(Just(2).tryRemoveDuplicates { _, _ in throw TestFailure() }.recording().values, [2])
        XCTAssertEqual(Just(2).ignoreOutput(), Empty())
    }
}
