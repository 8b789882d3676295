import CSQLite
import XCTest

@testable import SignalsSQLite
@testable import SignalsStore

final class RowRegistersTests: XCTestCase {
    func testTheValuesAreWhereSQLiteSaysInEachRowOfACompound() throws {
        let connection = try SQLiteConnection(path: ":memory:")
        let statement = try connection.statement(
            "SELECT 1, 'a', 2.5, NULL, x'00' UNION ALL SELECT 2, 'b', 3.5, x'01', NULL")
        var rowCount = 0
        while try statement.step() {
            let registers = statement.registers
            for column in 0..<5 {
                XCTAssertEqual(registers[column], sqlite3_column_value(statement.handle, Int32(column)))
            }
            rowCount += 1
        }
        XCTAssertEqual(rowCount, 2)
    }

    func testAnArraySaysWhetherItHasElementsWhateverTheyAre() {
        XCTAssertTrue([""].hasElements && [0.5].hasElements && [self].hasElements && [()].hasElements)
        XCTAssertFalse([String]().hasElements || [Double]().hasElements || [RowRegistersTests]().hasElements)
        XCTAssertTrue((["a"] as [any Hashable]).hasElements && (1...3).map { $0 }[1...].map { $0 }.hasElements)
    }
}
