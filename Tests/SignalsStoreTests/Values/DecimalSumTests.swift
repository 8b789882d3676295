import Foundation
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore

@Suite struct DecimalSumTests {
    private func sum(_ texts: [String], without gone: [String] = []) throws -> Decimal {
        var sum = DecimalSum()
        for text in texts + gone { try sum.add(.text(text)) }
        for text in gone { try sum.remove(.text(text)) }
        return sum.total
    }

    @Test func everyDigitCounts() throws {
        #expect(try sum(["0.1", "0.2", "-1"]) == Decimal(string: "-0.7")!)
        #expect(
            try sum(["12345678901234567890123456789012345678"]) == Decimal(
                string: "12345678901234567890123456789012345678")!)
        #expect(
            try sum([String(repeating: "1", count: 1) + String(repeating: "0", count: 60)]) == Decimal(string: "1e60")!)
        #expect(try sum([]) == 0)
        #expect(try sum(["-0.00", "0"]) == 0)
    }

    @Test func aSumOfDecimalsIsAsSwiftAddsThem() throws {
        for _ in 0..<500 {
            let numbers = (0..<10).map { _ in
                Decimal(Int.random(in: -1_000_000...1_000_000)) / pow(10, Int.random(in: 0...6))
            }
            #expect(try sum(numbers.map(\.description), without: ["3.14", "1e5"]) == numbers.reduce(0, +))
        }
    }

    @Test func aDifferenceThatRoundingWouldLoseIsThere() throws {
        let large = Decimal(string: "1e100")!.description
        #expect(try sum(["0.001"], without: [large]) == Decimal(string: "0.001")!)
    }

    @Test func notANumberCanBeTakenBackAndAnyOtherTextIsAnError() throws {
        #expect(try sum(["1", "NaN"]).isNaN)
        #expect(try sum(["1"], without: ["NaN"]) == 1)
        #expect(throws: AttributeValueError.self) { try sum(["one"]) }
        #expect(throws: AttributeValueError.self) {
            var sum = DecimalSum(); try sum.add(.integer(1))
        }
    }
}
