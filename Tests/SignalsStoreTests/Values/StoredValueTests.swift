import Foundation
import Testing

@testable import SignalsStore

@Suite struct StoredValueTests {
    private static let uuid = UUID()

    @Test(arguments: [
        (StoredValue.integer(1), AttributeType.boolean, "true"), (.integer(7), .integer8, "7"),
        (.real(0), .date, "2001-01-01 00:00:00 +0000"), (.text("0.5"), .decimal, "0.5"),
        (.text("a\"b"), .string, "\"a\\\"b\""),
        (uuid.storedValue(), .uuid, uuid.uuidString), (UInt64.max.storedValue(), .unsigned64, "18446744073709551615"),
        (.blob(Data([1, 2])), .data, "2 bytes"), (.null, .string, "nil"), (.text("https://a.b"), .url, "https://a.b"),
    ])
    func aValueIsWrittenAsAPersonWould(value: StoredValue, type: AttributeType, text: String) {
        #expect(value.description(as: type) == text)
    }

    @Test func everyTypeHasANameThatFilesKeep() {
        #expect(
            AttributeType.allCases.map(\.rawValue) == [
                "boolean", "integer8", "integer16", "integer32", "integer64", "unsigned8", "unsigned16", "unsigned32",
                "unsigned64", "float", "double", "string", "date", "data", "uuid", "url", "decimal", "codable",
                "reference",
            ])
    }

    @Test func valuesAreKeptAsTheyAlwaysWere() throws {
        #expect(true.storedValue() == .integer(1))
        #expect(UInt64(5).storedValue() == .integer(5))
        #expect((UInt64(Int64.max) + 1).storedValue() == .blob(Data([128, 0, 0, 0, 0, 0, 0, 0])))
        #expect(Double.nan.storedValue() == .blob(Data([0x7F, 0xF8, 0, 0, 0, 0, 0, 0])))
        #expect(Float.nan.storedValue() == .blob(Data([0x7F, 0xC0, 0, 0])))
        #expect(Date(timeIntervalSinceReferenceDate: 1.5).storedValue() == .real(1.5))
        #expect(Decimal(string: "-12.50")!.storedValue() == .text("-12.5"))
        #expect(try Frequency.months.storedValue() == .integer(2))
        #expect(try ["b", "a"].storedValue() == .text("[\"b\",\"a\"]"))
        #expect(
            try Address(street: "a/b", number: 1, moved: Date(timeIntervalSinceReferenceDate: 2)).storedValue()
                == .text("{\"moved\":2,\"number\":1,\"street\":\"a/b\"}"))
        #expect(try Set(["c", "a", "b"]).storedValue() == .text("[\"a\",\"b\",\"c\"]"))
        #expect(try Set<String>(storedValue: .text("[\"b\",\"a\"]")) == ["a", "b"])
        #expect(try String?.none.storedValue() == .null)
    }
}
