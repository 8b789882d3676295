import Foundation
import SignalsBattery
import XCTest

@testable import SignalsStoreCore

/// The order of decimals by their digits is that of `Decimal`.
final class DecimalOrderTests: XCTestCase {
    private func text(_ random: inout ReplayableGenerator) -> String {
        func digits(_ count: ClosedRange<Int>) -> String {
            (0..<Int.random(in: count, using: &random)).map { _ in
                "\([0, 0, 1, 5, 9].randomElement(using: &random) ?? 0)"
            }
            .joined()
        }
        let sign = Bool.random(using: &random) ? "-" : ""
        let number = sign + digits(1...4) + (Bool.random(using: &random) ? "." + digits(1...4) : "")
        return Int.random(in: 0..<20, using: &random) == 0
            ? ["NaN", "1e3", "-2e-2"].randomElement(using: &random) ?? "" : number
    }

    private func order(_ left: String, _ right: String, _ compare: (ByteOrder.Bytes, ByteOrder.Bytes) -> Int) -> Int {
        var (left, right) = (left, right)
        return left.withUTF8 { left in right.withUTF8 { compare(left, $0).signum() } }
    }

    func testTextsOfDecimalsAreInTheOrderOfTheirValues() throws {
        var random = ReplayableGenerator.fromEnvironment()
        let seed = random.seed
        for _ in 0..<20_000 {
            let (left, right) = (text(&random), text(&random))
            let values = try (Decimal(storedValue: .text(left)), Decimal(storedValue: .text(right)))
            let expected = values.0 < values.1 ? -1 : values.0 == values.1 ? 0 : 1
            XCTAssertEqual(order(left, right, ByteOrder.compareDecimals), expected, "seed \(seed): \(left) \(right)")
            let sorted = values.0.isNaN == values.1.isNaN ? expected : values.0.isNaN ? 1 : -1
            XCTAssertEqual(order(left, right, ByteOrder.sortDecimals), sorted, "seed \(seed): \(left) \(right)")
        }
    }

    func testALongNumberIsInItsPlace() {
        let most = String(repeating: "9", count: 38)
        XCTAssertEqual(order(most, "1" + String(repeating: "0", count: 38), ByteOrder.compareDecimals), -1)
        XCTAssertEqual(order("-0", "0.000", ByteOrder.compareDecimals), 0)
        XCTAssertEqual(order("-" + most, "-1", ByteOrder.compareDecimals), -1)
        XCTAssertEqual(order("0." + most, "0.9", ByteOrder.compareDecimals), 1)
    }
}
