import Signals
import XCTest

final class OptionalTransformingTests: XCTestCase {
    func testOperatorsDoTheirWorkAtOnce() {
        XCTAssertEqual(Int?(2).publisher.map { $0 * 2 }, Int?(4).publisher)
        XCTAssertEqual(Int?.none.publisher.map { $0 * 2 }, Int?.none.publisher)
        XCTAssertEqual(String?("x").publisher.compactMap { Int($0) }, Int?.none.publisher)
        XCTAssertEqual(Int?(2).publisher.scan(1) { $0 + $1 }, Int?(3).publisher)
        XCTAssertEqual(Int?.none.publisher.replaceEmpty(with: 9), Just(9))
        XCTAssertEqual(Int?(2).publisher.replaceEmpty(with: 9), Just(2))
        XCTAssertEqual(Int?(2).publisher.replaceError(with: 9), Int?(2).publisher)
        XCTAssertEqual(Int?(2).publisher.retry(1), Int?(2).publisher)
    }
}
