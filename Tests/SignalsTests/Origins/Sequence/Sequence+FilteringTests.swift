import Signals
import SignalsBattery
import XCTest

final class SequenceFilteringTests: XCTestCase {
    private let numbers = [1, 2, 2, 3].publisher

    func testTheyMakeTheSequencesThatCombineMakes() {
        XCTAssertEqual(numbers.filter { $0 > 1 }, [2, 2, 3].publisher)
        XCTAssertEqual(numbers.removeDuplicates(), [1, 2, 3].publisher)
        XCTAssertEqual(numbers.prefix { $0 < 2 }, [1].publisher)
        XCTAssertEqual(numbers.output(in: 1..<3), [2, 2].publisher)
        XCTAssertEqual(numbers.output(in: 2..<99), [2, 3].publisher)
        XCTAssertEqual(numbers.ignoreOutput(), Empty<Int, Never>())
    }

    func testTheRestOfTheSequenceIsDelivered() {
        XCTAssertEqual(numbers.dropFirst().recording().values, [2, 2, 3])
        XCTAssertEqual(numbers.dropFirst(9).recording().values, [])
        XCTAssertEqual(numbers.drop { $0 < 3 }.recording().values, [3])
        XCTAssertEqual(numbers.prefix(2).recording().values, [1, 2])
        XCTAssertEqual(numbers.prefix(0).recording().values, [])
    }

    func testOneElementBecomesAnOptionalPublisher() {
        XCTAssertEqual(numbers.first(), Int?(1).publisher)
        XCTAssertEqual(numbers.first { $0 > 1 }, Int?(2).publisher)
        XCTAssertEqual(numbers.first { $0 > 9 }, Int?.none.publisher)
        XCTAssertEqual(numbers.last(), Int?(3).publisher)
        XCTAssertEqual(numbers.last { $0 < 3 }, Int?(2).publisher)
        XCTAssertEqual(numbers.output(at: 3), Int?(3).publisher)
        XCTAssertEqual(numbers.output(at: 4), Int?.none.publisher)
    }
}
