import Foundation
import Testing

@testable import SignalsStore

@Suite struct ComparedValueTests {
    @Test func valuesAreEqualWhereTheAttributesAre() {
        func equal(_ left: StoredValue, _ right: StoredValue, _ type: AttributeType) -> Bool {
            ComparedValue(left, as: type) == ComparedValue(right, as: type)
        }
        #expect(equal(.text("\u{e9}"), .text("e\u{301}"), .string))
        #expect(!equal(.text("\u{e9}"), .text("e\u{301}"), .url))
        #expect(equal(.real(0), .real(-0.0), .double))
        #expect(equal(.text("1.0"), .text("1"), .decimal))
        #expect(equal(.null, .null, .integer64))
        #expect(equal(Double.nan.storedValue(), Double.nan.storedValue(), .double))
        // As a file from before may have it.
        #expect(equal(Double.nan.storedValue(), .blob(Data([0xFF, 0xF8, 0, 0, 0, 0, 0, 7])), .double))
        #expect(equal(Float.nan.storedValue(), .blob(Data([0xFF, 0xC0, 0, 7])), .float))
    }

    @Test(arguments: [
        (Double.nan.storedValue(), AttributeType.double), (Double.nan.storedValue(), .date),
        (Float.nan.storedValue(), .float), (Decimal.nan.storedValue(), .decimal),
    ])
    func nanBecomesTheStoredValueAgain(value: StoredValue, type: AttributeType) {
        #expect(ValueSet([value], of: type).storedValues == [value])
    }

    @Test func nanComesAfterEveryNumberButADecimalIsLessThanThem() {
        let (nan, one) = (Decimal.nan.storedValue(), Decimal(1).storedValue())
        #expect(ComparedValue(one, as: .decimal) < ComparedValue(nan, as: .decimal))
        #expect(ComparedValue(.real(.infinity), as: .double) < ComparedValue(Double.nan.storedValue(), as: .double))
        for comparison in [QueryExpression.Comparison.equal, .less, .lessOrEqual, .greater, .greaterOrEqual] {
            for (left, right) in [(Decimal.nan, 1), (1, .nan), (.nan, .nan)] as [(Decimal, Decimal)] {
                let inSwift =
                    switch comparison {
                    case .equal: left == right
                    case .less: left < right
                    case .lessOrEqual: left <= right
                    case .greater: left > right
                    case .greaterOrEqual: left >= right
                    }
                #expect(
                    RowComputation.compare(comparison, .decimal, left.storedValue(), right.storedValue()) == inSwift)
            }
        }
    }

    @Test func nilComesFirstAndWhatHasNoOtherPlaceLast() {
        let values: [StoredValue] = [UInt64.max.storedValue(), .integer(3), .null, .integer(-1)]
        let sorted = values.map { ComparedValue($0, as: .unsigned64) }.sorted()
        #expect(sorted.first == .null)
        #expect(sorted[1] == .integer(-1))
        #expect(sorted.last == ComparedValue(UInt64.max.storedValue(), as: .unsigned64))
    }

    @Test func aSetFindsWhatSwiftFindsEqual() {
        let texts = ValueSet((0..<1000).map { .text("e\u{301}\($0)") }, of: .string)
        #expect(texts.contains(.text("\u{e9}999")))
        #expect(!texts.contains(.text("e999")))
        #expect(ValueSet([.integer(1)], of: .integer64) == ValueSet([.integer(1)], of: .integer64))
    }
}
