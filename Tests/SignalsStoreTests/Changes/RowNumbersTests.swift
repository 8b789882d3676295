import XCTest

@testable import SignalsStoreCore

/// Numbers of rows are a set, in whatever order they come.
final class RowNumbersTests: XCTestCase {
    func testTheyAreASetInAnyOrder() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var (numbers, expected) = (RowNumbers(), Set<Int64>())
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                var more = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    Int64.random(in: -4...12, using: &generator)
                }
                if Bool.random(using: &generator) { more.sort() }
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: numbers.formUnion(more)
                case 1: numbers.formUnion(RowNumbers(more))
                default: for number in more { numbers.insert(number) }
                }
                expected.formUnion(more)
                XCTAssertEqual(numbers.sorted(), expected.sorted())
                XCTAssertEqual(numbers.count, expected.count)
                XCTAssertEqual(numbers.isEmpty, expected.isEmpty)
                for number in Int64(-5)...13 {
                    XCTAssertEqual(numbers.contains(number), expected.contains(number))
                }
            }
            XCTAssertEqual(numbers, RowNumbers(expected))
            XCTAssertNotEqual(numbers, RowNumbers(expected.union([100])))
        }
    }
}
