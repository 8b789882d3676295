import Foundation
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore

@Suite struct LosslessConversionTests {
    private func convert(_ value: StoredValue, _ from: AttributeType, _ to: AttributeType) -> StoredValue? {
        LosslessConversion(from: from, to: to)?.convert(value)
    }

    @Test func integersGoWhereTheyFit() {
        #expect(convert(.integer(-7), .integer8, .integer64) == .integer(-7))
        #expect(convert(.integer(127), .integer64, .integer8) == .integer(127))
        #expect(convert(.integer(128), .integer64, .integer8) == nil)
        #expect(convert(.integer(-1), .integer64, .unsigned64) == nil)
        #expect(convert(UInt64.max.storedValue(), .unsigned64, .integer64) == nil)
        #expect(convert(.integer(5), .unsigned64, .unsigned8) == .integer(5))
    }

    @Test func truthIsZeroOrOneAndBackAgain() {
        #expect(convert(.integer(1), .boolean, .integer16) == .integer(1))
        #expect(convert(.integer(0), .integer64, .boolean) == .integer(0))
        #expect(convert(.integer(2), .integer64, .boolean) == nil)
        #expect(convert(.integer(1), .boolean, .string) == .text("true"))
        #expect(convert(.text("yes"), .string, .boolean) == nil)
    }

    @Test func anIntegerBecomesADoubleOnlyWhereThatIsExact() {
        let large = Int64(1) << 53
        #expect(convert(.integer(large), .integer64, .double) == .real(9_007_199_254_740_992))
        #expect(convert(.integer(large + 1), .integer64, .double) == nil)
        #expect(convert(.integer(.max), .integer64, .double) == nil)
        #expect(convert(UInt64.max.storedValue(), .unsigned64, .double) == nil)
        #expect(convert((UInt64(1) << 63).storedValue(), .unsigned64, .double) == .real(0x1p63))
        #expect(convert(.integer(1 << 25), .integer32, .float) == .real(33_554_432))
        #expect(convert(.integer(16_777_217), .integer32, .float) == nil)
    }

    @Test func aDoubleBecomesAnIntegerOnlyWithoutAFraction() {
        #expect(convert(.real(-3), .double, .integer8) == .integer(-3))
        #expect(convert(.real(1.5), .double, .integer64) == nil)
        #expect(convert(.real(1e300), .double, .integer64) == nil)
        #expect(convert(.real(.infinity), .double, .integer64) == nil)
        #expect(convert(.real(-0.0), .double, .integer64) == nil)
        #expect(convert(Double.nan.storedValue(), .double, .integer64) == nil)
    }

    @Test func aDoubleBecomesAFloatOnlyWhereThatIsExact() {
        #expect(convert(.real(0.5), .double, .float) == .real(0.5))
        #expect(convert(.real(0.1), .double, .float) == nil)
        #expect(convert(Float.nan.storedValue(), .float, .double) == Double.nan.storedValue())
        #expect(convert(Double.nan.storedValue(), .double, .float) == Float.nan.storedValue())
    }

    @Test(
        arguments: [
            (.integer(42), .integer64, "42"), (.real(0.1), .double, "0.1"), (.real(2), .double, "2"),
            (.real(1e300), .double, "1e+300"), (.text("12.50"), .url, "12.50"), (.text("-7.25"), .decimal, "-7.25"),
            (.text(#"{"a":1}"#), .codable, #"{"a":1}"#),
            (UInt64.max.storedValue(), .unsigned64, "18446744073709551615"),
        ] as [(StoredValue, AttributeType, String)])
    func anythingWithATextGoesThereAndBack(value: StoredValue, type: AttributeType, text: String) {
        #expect(convert(value, type, .string) == .text(text))
        #expect(convert(.text(text), .string, type) == value)
    }

    @Test func aTextThatWouldComeBackOtherwiseStaysOut() {
        #expect(convert(.text("042"), .string, .integer64) == nil)
        #expect(convert(.text("12 apples"), .string, .integer64) == nil)
        #expect(convert(.text("12 apples"), .string, .decimal) == nil)
        #expect(convert(.text("1.0"), .string, .double) == nil)
        #expect(convert(.text("not a uuid"), .string, .uuid) == nil)
        #expect(convert(.text("a\nhttps://example.com"), .url, .string) == nil)
    }

    @Test func aUUIDIsItsTextAndItsBytes() throws {
        let uuid = UUID()
        #expect(convert(uuid.storedValue(), .uuid, .string) == .text(uuid.uuidString))
        #expect(convert(uuid.storedValue(), .uuid, .data) == uuid.storedValue())
        #expect(convert(.blob(Data([1, 2])), .data, .uuid) == nil)
    }

    @Test func decimalsAndNumbersMeetInTheirDigits() {
        #expect(convert(.integer(12), .integer64, .decimal) == .text("12"))
        #expect(convert(.text("12"), .decimal, .integer64) == .integer(12))
        #expect(convert(.text("12.5"), .decimal, .integer64) == nil)
        #expect(convert(.real(0.1), .double, .decimal) == .text("0.1"))
        #expect(convert(.text("0.1"), .decimal, .double) == .real(0.1))
        #expect(convert(.text("0.12345678901234567890123"), .decimal, .double) == nil)
    }

    @Test func nilStaysNil() { #expect(convert(.null, .integer64, .string) == .null) }

    @Test func whatLosesSomethingHasNoRule() {
        for (from, to): (AttributeType, AttributeType) in [
            (.date, .string), (.date, .double), (.data, .string), (.codable, .integer64), (.boolean, .double),
            (.uuid, .integer64), (.string, .data), (.url, .uuid),
        ] {
            #expect(LosslessConversion(from: from, to: to) == nil)
            #expect(LosslessConversion(from: to, to: from) == nil)
        }
    }

    /// Whatever a rule lets through comes back as it was, for values of every type and every pair of types.
    @Test func everyRuleIsLosslessInBothDirections() {
        let values: [(AttributeType, StoredValue)] = [
            (.boolean, .integer(1)), (.integer8, .integer(-128)), (.integer64, .integer(.max)),
            (.unsigned64, UInt64.max.storedValue()), (.double, .real(-0.0)), (.double, .real(.infinity)),
            (.double, Double.nan.storedValue()), (.float, .real(0.25)), (.float, Float.nan.storedValue()),
            (.string, .text("")), (.string, .text("7")), (.string, .text("a\u{0}b")), (.decimal, .text("NaN")),
            (.decimal, .text("1000000000000000000000")), (.url, .text("https://example.com/a%20b")),
            (.data, .blob(Data(count: 16))), (.codable, .text("[1]")), (.uuid, UUID().storedValue()),
        ]
        for (from, value) in values {
            for to in AttributeType.allCases {
                guard let there = LosslessConversion(from: from, to: to), let result = there.convert(value) else {
                    continue
                }
                #expect(LosslessConversion(from: to, to: from)?.convert(result) == value, "\(value) \(from) → \(to)")
            }
        }
    }
}
