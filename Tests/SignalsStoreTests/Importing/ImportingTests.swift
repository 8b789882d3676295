import Foundation
import SignalsStore
import XCTest

final class Reader: ManagedObject {
    @Attribute(.unique) var number = 0
    @Attribute var name = ""
    @Attribute var height = 0.0
    @Attribute var joined: Date? = nil
    @Attribute var isMember = false

    override func validateForInsert() throws {
        if name.isEmpty { throw invalid(\.name, "A reader has a name.") }
    }
}

extension Reader: ImportableUniqueObject {
    typealias ImportSource = [String: any Sendable]
    static var uniqueIDKeyPath: any ReferenceWritableKeyPath<Reader, Int> & Sendable { \.number }
}

final class Town: ManagedObject {
    @Attribute(.unique) var code = ""
    @Attribute var inhabitants = 0
    @Attribute var founded = Date.distantPast
    @Attribute var motto: String? = nil
}

extension Town: ImportableUniqueObject {
    struct Record: Codable {
        var code: String
        var inhabitants: Int
        var founded = Date(timeIntervalSinceReferenceDate: 0.25)
        var motto: String?
        var mayor = ["name": "Ann"]
    }
    typealias ImportSource = Record
    static var uniqueIDKeyPath: any ReferenceWritableKeyPath<Town, String> & Sendable { \.code }

    static func shouldInsert(from source: Record, in transaction: some DataTransaction) -> Bool {
        source.inhabitants > 0
    }
    static func shouldUpdate(from source: Record, in transaction: some DataTransaction) -> Bool {
        source.inhabitants != 13
    }
}

final class Consignment: ManagedObject {
    @Attribute(.unique) var price = Decimal(0)
    @Attribute var sent: Date?
    @Attribute var weight = 0.0
    @Attribute var width: Float = 0
    @Attribute var tracking: UInt64 = 0
    @Attribute var label = Data()
}

extension Consignment: ImportableUniqueObject {
    typealias ImportSource = [String: any Sendable]
    static var uniqueIDKeyPath: any ReferenceWritableKeyPath<Consignment, Decimal> & Sendable { \.price }
}

@MainActor
final class ImportingTests: XCTestCase {
    private func makeStack() throws -> DataStack {
        DataStack(try makeContainer(ManagedObjectModel(Reader.self, Town.self, Consignment.self)))
    }

    func testADictionaryFillsTheAttributesOfItsNames() async throws {
        let stack = try makeStack()
        _ = try await stack.perform { transaction in
            try transaction.importObject(
                Into<Reader>(),
                source: [
                    "number": 7, "name": "Ada", "height": 2, "joined": "2026-12-01T10:00:00Z", "isMember": true,
                    "shoes": "red",
                ])
        } map: {
            $0?.number
        }
        let ada = try XCTUnwrap(stack.fetchOne(From<Reader>()))
        XCTAssertEqual(ada.number, 7)
        XCTAssertEqual(ada.name, "Ada")
        XCTAssertEqual(ada.height, 2)
        XCTAssertEqual(ada.joined, try Date("2026-12-01T10:00:00Z", strategy: .iso8601))
        XCTAssertTrue(ada.isMember)
    }

    func testObjectsAreMadeInTheOrderOfTheSourcesWithoutThoseThatAreNotWanted() async throws {
        let stack = try makeStack()
        let sources = [("A", 1), ("B", 0), ("C", 3)].map { Town.Record(code: $0, inhabitants: $1) }
        let codes = try await stack.perform { transaction in
            try transaction.importObjects(Into<Town>(), sources: sources).map(\.code)
        }.value
        XCTAssertEqual(codes, ["A", "C"])
        XCTAssertEqual(try stack.fetchAll(From<Town>()).map(\.inhabitants), [1, 3])
    }

    func testASourceThatFailsEndsAnImportWithNothing() async throws {
        let stack = try makeStack()
        do {
            _ = try await stack.perform { transaction in
                try transaction.importObjects(
                    Into<Reader>(), sources: [["number": 1, "name": "Ada"], ["number": 2, "name": true]]
                ).count
            }.value
            XCTFail("imported what is not a text")
        } catch {}
        XCTAssertEqual(try stack.fetchCount(From<Reader>()), 0)
    }

    func testObjectsOfJSONSerializationCanBeImported() async throws {
        let stack = try makeStack()
        let json = Data(#"[{"number": 1, "name": "Ada", "height": 1.5, "isMember": true, "joined": null}]"#.utf8)
        try await stack.perform { transaction in
            let objects = try JSONSerialization.jsonObject(with: json) as? [[String: any Sendable]] ?? []
            try transaction.importUniqueObjects(Into<Reader>(), sources: objects)
        }.value
        let ada = try XCTUnwrap(stack.fetchOne(From<Reader>()))
        XCTAssertEqual([Double(ada.number), ada.height, ada.isMember ? 1 : 0], [1, 1.5, 1])
        XCTAssertNil(ada.joined)
    }

    func testImportingAgainUpdatesTheSameObjects() async throws {
        let stack = try makeStack()
        func importTowns(_ records: [Town.Record]) async throws -> Int {
            try await stack.perform { transaction in
                try transaction.importUniqueObjects(Into<Town>(), sources: records).count
            }.value
        }
        let first = try await importTowns([
            Town.Record(code: "a", inhabitants: 10, motto: "Hurry"),
            Town.Record(code: "b", inhabitants: 20, motto: "Forward"),
            Town.Record(code: "c", inhabitants: 0),
        ])
        XCTAssertEqual(first, 2, "c was not wanted")
        let ids = try stack.fetchObjectIDs(From<Town>(), OrderBy(\.code))
        let second = try await importTowns([
            Town.Record(code: "a", inhabitants: 11), Town.Record(code: "b", inhabitants: 13),
            Town.Record(code: "d", inhabitants: 40), Town.Record(code: "a", inhabitants: 12),
        ])
        XCTAssertEqual(second, 2, "b was not to be updated")
        let towns = try stack.fetchAll(From<Town>(), OrderBy(\.code))
        XCTAssertEqual(towns.map(\.code), ["a", "b", "d"])
        XCTAssertEqual(towns.map(\.inhabitants), [12, 20, 40])
        XCTAssertEqual(Array(towns.map(\.objectID).prefix(2)), ids)
        XCTAssertEqual(towns[1].motto, "Forward")
        XCTAssertEqual(towns[0].motto, "Hurry", "what a source says nothing of stays")
        XCTAssertEqual(towns[0].founded, Date(timeIntervalSinceReferenceDate: 0.25))
    }

    func testAValueOfTheWrongTypeIsRefusedWithItsPlaceAndNothingIsKept() async throws {
        let stack = try makeStack()
        let cases: [(key: String, value: any Sendable)] = [
            ("number", "seven"), ("height", "tall"), ("joined", 3), ("joined", "yesterday"), ("name", 4),
            ("isMember", 2), ("number", 1.5),
        ]
        for (key, value) in cases {
            do {
                try await stack.perform { transaction in
                    try transaction.importObject(Into<Reader>(), source: ["number": 1, "name": "Ada"])
                    var bad: [String: any Sendable] = ["name": "Bob"]
                    bad[key] = value
                    try transaction.importObject(Into<Reader>(), source: bad)
                } map: { _ in
                }
                XCTFail("\(key) took \(value)")
            } catch ImportError.unsuitable(let entity, let attribute, _, _) {
                XCTAssertEqual("\(entity).\(attribute)", "Reader.\(key)")
            }
        }
        XCTAssertEqual(try stack.fetchCount(From<Reader>()), 0)
    }

    /// Imports a consignment, and returns what `map` says of it.
    private func importConsignment<Output: Sendable>(
        _ source: [String: any Sendable], _ map: @escaping @Sendable (Consignment) -> Output
    ) async throws -> Output? {
        try await makeStack().perform { transaction in
            try transaction.importUniqueObject(Into<Consignment>(), source: source)
        } map: {
            $0.map(map)
        }
    }

    private func requireUnsuitable(_ attribute: String, _ value: any Sendable, line: UInt = #line) async throws {
        do {
            var source: [String: any Sendable] = ["price": 1]
            source[attribute] = value
            let given = try await importConsignment(source) {
                [
                    "price": "\($0.price)", "sent": "\($0.sent as Any)", "weight": "\($0.weight)",
                    "width": "\($0.width)", "label": "\($0.label)", "tracking": "\($0.tracking)",
                ][attribute]
            }
            XCTFail("\(attribute) took \(value) as \(given as Any)", line: line)
        } catch ImportError.unsuitable(let entity, let name, _, _) {
            XCTAssertEqual("\(entity).\(name)", "Consignment.\(attribute)", line: line)
        }
    }

    func testATextIsADecimalNumberAsAWhole() async throws {
        for (text, price) in [
            ("12.50", "12.5"), ("-0.05", "-0.05"), ("+7", "7"), ("007.0", "7"), (".5", "0.5"), ("1.5e3", "1500"),
            ("25E-1", "2.5"), ("0", "0"), ("-0.00", "0"), (String(repeating: "9", count: 38), nil),
        ] as [(String, String?)] {
            let imported = try await importConsignment(["price": text]) { "\($0.price)" }
            XCTAssertEqual(imported, price ?? text, text)
        }
    }

    func testATextThatIsOnlyInPartADecimalNumberIsRefused() async throws {
        for text in [
            "1,5", "1.000,50", "1_000", "1.2.3", "1.5abc", "0x10", "NaN", "", "-", "1e", "e5", ".", " 1", "1 ", "1e200",
            "1e-200", "\u{661}", String(repeating: "7", count: 51), "0." + String(repeating: "7", count: 40),
        ] {
            try await requireUnsuitable("price", text)
        }
    }

    func testATextIsADateAsAWhole() async throws {
        for (text, seconds) in [
            ("2001-01-01T00:00:10Z", 10), ("2001-01-01T00:00:10.25Z", 10.25), ("2001-01-01T01:00:00+01:00", 0),
            ("2001-01-01T00:30:00.5+0030", 0.5), ("2000-12-31T22:00:00-02", 0), ("2000-02-29T00:00:00Z", -26_524_800),
        ] {
            let date = try await importConsignment(["price": 1, "sent": text]) { $0.sent }
            XCTAssertEqual(date, Date(timeIntervalSinceReferenceDate: seconds), text)
        }
        for text in [
            "2020-01-01T00:00:00Zxyz", "2020-02-30T00:00:00Z", "2021-02-29T00:00:00Z", "2020-04-31T00:00:00+02:00",
            "2020-01-01T24:00:00Z", "2020-01-01T00:00:00", "2020-01-01T00:00:00.Z", "2020-01-01T00:00:00+01:60",
            "2020-01-01T00:00:00+01:", "2020-01-01T00:00:00+1:000", "2020-1-1T00:00:00Z", "2020-01-01", "",
        ] {
            try await requireUnsuitable("sent", text)
        }
    }

    func testNumbersAreConvertedWithoutLossOrRefused() async throws {
        let tooLarge = UInt64(Int64.max) + 1
        let imported = try await importConsignment([
            "price": tooLarge, "weight": tooLarge, "width": 0.1, "tracking": NSNumber(value: UInt64.max),
        ]) { ["\($0.price)", "\($0.weight)", "\($0.width)", "\($0.tracking)"] }
        XCTAssertEqual(imported, ["\(tooLarge)", "\(Double(tooLarge))", "0.1", "\(UInt64.max)"])
        let bits = Data([0x40, 0, 0, 0, 0, 0, 0, 0])
        for (attribute, value) in [
            ("weight", UInt64.max), ("weight", bits), ("tracking", bits), ("label", UInt64.max), ("label", Double.nan),
            ("width", 1e300), ("weight", Date()), ("price", 1e200),
        ] as [(String, any Sendable)] {
            try await requireUnsuitable(attribute, value)
        }
    }

    func testADecimalOfJSONKeepsItsDigits() async throws {
        let json = Data(#"{"price": 12345678901234567890.12, "tracking": 18446744073709551615, "weight": 0.5}"#.utf8)
        let source = try XCTUnwrap(JSONSerialization.jsonObject(with: json) as? [String: any Sendable])
        let imported = try await importConsignment(source) { ["\($0.price)", "\($0.tracking)", "\($0.weight)"] }
        XCTAssertEqual(imported, ["12345678901234567890.12", "18446744073709551615", "0.5"])
    }

    func testTheObjectsOwnValidationIsAsked() async throws {
        let stack = try makeStack()
        do {
            try await stack.perform { transaction in
                try transaction.importUniqueObjects(Into<Reader>(), sources: [["number": 1]])
            } map: { _ in
            }
            XCTFail("a reader has a name")
        } catch let error as SaveError {
            XCTAssertEqual(error.attributeName, "name")
        }
    }

    func testAttributesThatTheSourceDoesNotNameAreLeftOut() async throws {
        let stack = try makeStack()
        let count = try await stack.perform { transaction in
            try transaction.importUniqueObjects(Into<Reader>(), sources: [["name": "Nobody"]]).count
        }.value
        XCTAssertEqual(count, 0)
    }

    func testThousandsAreLookedUpInBatchesAndUpdated() async throws {
        let stack = try makeStack()
        for round in 1...2 {
            let count = try await stack.perform { transaction in
                let sources = (0..<5_000).map { number -> [String: any Sendable] in
                    ["number": number, "name": "Reader \(number)", "height": Double(round)]
                }
                return try transaction.importUniqueObjects(Into<Reader>(), sources: sources).count
            }.value
            XCTAssertEqual(count, 5_000)
        }
        XCTAssertEqual(try stack.fetchCount(From<Reader>()), 5_000)
        XCTAssertEqual(try stack.fetchCount(From<Reader>(), Where(\.height == 2)), 5_000)
    }
}

extension DataStack {
    /// `perform(_:)` for closures whose result cannot leave the transaction, with what of it may.
    fileprivate func perform<Result, Output: Sendable>(
        _ body: @escaping @Sendable (PerformedDataTransaction) throws -> Result,
        map: @escaping @Sendable (Result) -> Output
    ) async throws -> Output {
        try await perform { transaction in map(try body(transaction)) }.value
    }
}
