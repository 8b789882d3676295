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

@MainActor
final class ImportingTests: XCTestCase {
    private func makeStack() throws -> DataStack {
        DataStack(try makeContainer(ManagedObjectModel(Reader.self, Town.self)))
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
