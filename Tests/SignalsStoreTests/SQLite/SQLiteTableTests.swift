import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

final class SQLiteTableTests: XCTestCase {
    private func table(columns: Int) -> SQLiteTable {
        SQLiteTable(
            EntitySchema(
                name: "Wide",
                attributes: (0..<columns).map {
                    AttributeSchema(
                        name: "column\($0)", type: .integer64, isOptional: false, isUnique: false, isIndexed: false)
                }))
    }

    private func placeholders(_ sql: String) -> Int { sql.count { $0 == "?" } }

    func testAStatementForSeveralRowsHasNoMorePlaceholdersThanAnySQLiteTakes() {
        for columns in [0, 1, 5, 29, 30, 100, 331, 497, 498, 900, 997] {
            let table = table(columns: columns)
            XCTAssertEqual(placeholders(table.insert), columns + 2)
            XCTAssertEqual(placeholders(table.insertSeveral), (columns + 2) * table.rowsAtOnce)
            XCTAssertLessThanOrEqual(placeholders(table.insertSeveral), 999, "\(columns) columns")
            XCTAssertEqual(placeholders(table.insertOfSaves), (columns + 2) * table.savesAtOnce)
            XCTAssertLessThanOrEqual(table.savesAtOnce, table.rowsAtOnce)
        }
    }

    func testATableOfFewColumnsIsWrittenManyRowsAtOnce() {
        XCTAssertEqual(table(columns: 5).rowsAtOnce, 32)
        XCTAssertEqual(table(columns: 100).rowsAtOnce, 9)
        XCTAssertEqual(table(columns: 900).rowsAtOnce, 1)
    }
}
