import Foundation
import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

private final class Leaf: ManagedObject {
    @Attribute var name = ""
    @Attribute var text: String? = nil
    @Attribute var width = 0.0
    @Attribute var price = Decimal(0)
    @Attribute var cells: UInt64 = 0
    @Attribute var small: Int8 = 0
    @Attribute var isGreen = false
    @Attribute var photo: Data? = nil
    @Attribute var key: UUID? = nil
    @Attribute var day: Date? = nil
}

/// Returns the objects that a fetch finds, as text: a NaN is not equal to itself.
private func found(_ context: ManagedObjectContext) throws -> [String] {
    try context.fetchSnapshots(FetchRequest<Leaf>()).map { leaf in
        "\(leaf.objectID) \(Array(leaf.name.unicodeScalars)) \(leaf.text.map { Array($0.unicodeScalars) } ?? []) "
            + "\(leaf.width) \(leaf.price) \(leaf.cells) \(leaf.small) \(leaf.isGreen) "
            + "\(String(describing: leaf.photo.map(Array.init))) \(String(describing: leaf.key)) "
            + "\(String(describing: leaf.day?.timeIntervalSinceReferenceDate))"
    }
}

/// Answers with many rows are copied from the second time on.
final class LargeAnswerTests: XCTestCase {
    private static let count = 5_000
    private let schema = "test_\(UUID().uuidString)"
    private let model = ManagedObjectModel(Leaf.self)

    /// A container with so many leaves, of which the last are of values that are kept in a way of their own.
    private func openFilled(_ count: Int = LargeAnswerTests.count) throws -> PersistentContainer {
        let container = try openContainer(schema, model)
        try container.inBackground { context in
            for number in 0..<count {
                let leaf = Leaf(context: context)
                leaf.name = number % 100 == 0 ? "Cafe\u{301} \u{0}\(number)" : "Leaf \(number)"
                leaf.text = [nil, "", "Süd \u{1}", "e\u{301}"][number % 4]
                leaf.width = [.nan, -.infinity, -0.0, Double(number) / 3][number % 4]
                leaf.price = number % 7 == 0 ? .nan : Decimal(number) / 7
                leaf.cells = UInt64.max - UInt64(number)
                leaf.small = Int8(truncatingIfNeeded: number)
                leaf.isGreen = number % 3 == 0
                leaf.photo = number % 5 == 0 ? nil : Data(repeating: 0, count: number % 5 - 1)
                leaf.key = number % 2 == 0 ? nil : UUID()
                leaf.day = number % 6 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(number) * 1e7)
            }
            try context.save()
        }
        return container
    }

    /// The number of connections whose last statement copied the leaves.
    private func copyCount() throws -> Int {
        let copies = "query LIKE '%COPY (SELECT%\(schema)%' AND pid <> pg_backend_pid()"
        return Int(try TestServer.execute("SELECT count(*)::text FROM pg_stat_activity WHERE \(copies)") ?? "") ?? -1
    }

    func testCopiedRowsEqualFetchedOnes() throws {
        let container = try openFilled()
        try container.inBackground { context in
            let first = try found(context)
            XCTAssertEqual(first.count, Self.count)
            XCTAssertEqual(try copyCount(), 0)
            XCTAssertEqual(try found(context), first)
            XCTAssertEqual(try copyCount(), 1)
        }
    }

    func testAnAnswerThatBecameSmallIsNotCopied() throws {
        let container = try openFilled()
        try container.inBackground { context in
            for _ in 0..<2 { XCTAssertEqual(try found(context).count, Self.count) }
            try context.execute(BatchDeleteRequest<Leaf>(predicate: #Predicate { $0.isGreen }))
            for _ in 0..<2 { XCTAssertLessThan(try found(context).count, Self.count) }
            XCTAssertEqual(try copyCount(), 0)
        }
    }

    func testAPinnedContextCopiesTheStateThatItHas() throws {
        let container = try openFilled()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            try context.setQueryGeneration(.current)
            let first = try found(context)
            try container.inBackground { other in
                Leaf(context: other).name = "Later"
                try other.save()
            }
            XCTAssertEqual(try found(context), first)
            XCTAssertEqual(try copyCount(), 1)
        }
    }

    func testAnAttributeThatHasAnotherTypeSinceIsNotCopied() throws {
        let container = try openFilled()
        try container.inBackground { context in
            _ = try found(context)
            try TestServer.execute("ALTER TABLE \"\(schema)\".\"Leaf\" ALTER small TYPE bigint")
            for _ in 0..<2 {
                XCTAssertThrowsError(try found(context)) { error in
                    guard case FetchError.modelChanged = error else { return XCTFail("\(error)") }
                }
            }
            try TestServer.execute("ALTER TABLE \"\(schema)\".\"Leaf\" ALTER small TYPE smallint")
            XCTAssertEqual(try found(context).count, Self.count, "the connection can be used")
            try TestServer.execute("ALTER TABLE \"\(schema)\".\"Leaf\" DROP small")
            XCTAssertThrowsError(try found(context)) { error in
                guard case FetchError.modelChanged = error else { return XCTFail("\(error)") }
            }
        }
    }

    func testACopyThatTheServerCancelsIsMadeAgain() throws {
        let container = try openFilled()
        try container.inBackground { _ = try found($0) }
        try whileLocked(
            "LOCK TABLE \"\(schema)\".\"Leaf\"", until: "pg_cancel_backend(pid)", by: schema, in: container
        ) { context in XCTAssertEqual(try found(context).count, Self.count) }
        XCTAssertEqual(try copyCount(), 1)
    }

    func testACopyThatIsNotWholeIsRefused() throws {
        let header = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        let row: [UInt8] = [0, 2, 0, 0, 0, 1, 7, 0xFF, 0xFF, 0xFF, 0xFF]
        func read(_ bytes: [UInt8]) throws -> [[UInt8]?] {
            try bytes.withUnsafeBytes { bytes in
                var copied = CopiedRow(columnCount: 2)
                return try copied.read(bytes) ? copied.fields.map { $0.map(Array.init) } : []
            }
        }
        XCTAssertEqual(try read(header + row), [[7], nil])
        XCTAssertEqual(try read(header + [0xFF, 0xFF]), [])
        for count in 0..<(header + row).count { XCTAssertThrowsError(try read(Array((header + row).prefix(count)))) }
        XCTAssertThrowsError(try read(header + [0, 1] + row.dropFirst(2)))
        XCTAssertThrowsError(try read(header + [0, 2, 0xFF, 0xFF, 0xFF, 0xFE, 7, 0xFF, 0xFF, 0xFF, 0xFF]))
    }
}
