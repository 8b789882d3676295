import SignalsBattery
import XCTest

@testable import SignalsStoreCore

final class AliasTableTests: XCTestCase {
    func testItHoldsWhatADictionaryHolds() {
        var generator = SeededGenerator(state: 7)
        for span: Int64 in [60, 5000, 1_000_000] {
            var (table, dictionary) = (AliasTable(), [Int64: Int64]())
            for round in 0..<steps(300) {
                // In rising order, as numbers are given, or not, and some a second time.
                let start = round.isMultiple(of: 3) ? Int64.random(in: 0..<span, using: &generator) : Int64(round) * 400
                let numbers = (0..<Int64.random(in: 0..<400, using: &generator)).map { start + $0 * 2 }
                let pairs = Dictionary(
                    uniqueKeysWithValues: numbers.map { ($0, Int64.random(in: 0..<9, using: &generator)) })
                table.merge(pairs)
                dictionary.merge(pairs) { $1 }
            }
            XCTAssertTrue(table.all == dictionary)
            for number in 0..<Int64(steps(130_000)) where table[number] != dictionary[number] {
                return XCTFail("\(number) is \(table[number] ?? -1)")
            }
        }
    }

    func testAliasesAddedAgainAreNotCountedAgain() {
        var table = AliasTable()
        for _ in 0..<3 { table.merge([5: 1, 7: 2, 9: 3]) }
        XCTAssertEqual(table.count, 3)
    }

    func testPairsTakeHardlyMoreThanTheirNumbers() throws {
        let before = try XCTUnwrap(ProcessMemory.allocated)
        var table = AliasTable()
        for start in stride(from: 0 as Int64, to: 200_000, by: 1000) {
            table.merge(Dictionary(uniqueKeysWithValues: (start..<start + 1000).map { ($0, -$0) }))
        }
        let bytes = try XCTUnwrap(ProcessMemory.allocated) - before
        XCTAssertLessThan(bytes, 200_000 * 24)
        XCTAssertEqual(table[199_999], -199_999)
    }
}
