import Foundation
import XCTest

@testable import SignalsSQLite
@testable import SignalsStore

private final class Reading: ManagedObject {
    @Attribute var count = 1
    @Attribute var level = 0.5
    @Attribute var taken = Date(timeIntervalSinceReferenceDate: 12.5)
    @Attribute var label = ""
}

/// Values that are put into objects without a call for each.
final class ColumnOffsetTests: XCTestCase {
    /// A file whose table takes values of any kind, as others may have made it, with one row.
    private func makeLooseFile() throws -> URL {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url, ManagedObjectModel(Reading.self))
        try container.inBackground { context in
            _ = Reading(context: context)
            try context.save()
        }
        container.close()
        let connection = try SQLiteConnection(path: url.path)
        try connection.execute("PRAGMA writable_schema = ON")
        try connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '') WHERE name = 'Reading'")
        return url
    }

    func testAValueOfAnotherKindThanTheAttributesIsRefused() throws {
        let url = try makeLooseFile()
        let values = [
            ("count", "'seven'"), ("count", "1.5"), ("count", "x'07'"), ("level", "7"), ("level", "'high'"),
            ("taken", "7"), ("taken", "'now'"), ("label", "x'07'"),
        ]
        for (attribute, value) in values {
            let connection = try SQLiteConnection(path: url.path)
            let before = try connection.value("SELECT \(attribute) FROM Reading")
            try connection.execute("UPDATE Reading SET \(attribute) = \(value)")
            let container = try openContainer(at: url, ManagedObjectModel(Reading.self))
            defer { container.close() }
            try container.inBackground { context in
                XCTAssertThrowsError(try context.fetch(FetchRequest<Reading>()), "\(attribute) = \(value)") { error in
                    guard case FetchError.refusedValue("Reading", attribute, _, _) = error else {
                        return XCTFail("\(error)")
                    }
                }
                try connection.execute("UPDATE Reading SET \(attribute) = ?", [before])
                let reading = try XCTUnwrap(context.fetch(FetchRequest<Reading>()).first)
                XCTAssertEqual(reading.count, 1)
                XCTAssertEqual(reading.level, 0.5)
                XCTAssertEqual(reading.taken, Date(timeIntervalSinceReferenceDate: 12.5))
            }
        }
    }
}
