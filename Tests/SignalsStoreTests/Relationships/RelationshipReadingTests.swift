import CSQLite
import Foundation
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQL
@testable import SignalsSQLite

final class RelationshipReadingTests: XCTestCase {
    func testTheMembersOfAToManyAreFoundByAnIndex() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "store.sqlite")
        let model = makeHousehold()
        try PersistentContainer(name: "Test", model: model, stores: [.sqlite(at: file)]).close()
        let job = try XCTUnwrap(model.entities.first { $0.name == "Job" })
        let column = try XCTUnwrap(job.attributes.firstIndex { $0.name == "assignee" })
        let assignee = QueryExpression(.attribute(column, of: .fetched), .reference, isOptional: true)
        for numbers in [[StoredValue.integer(1)], [.integer(1), .integer(2)]] {
            var query = Query(entity: job.makeSchema())
            query.condition = .boolean(.isOneOf(assignee, numbers))
            let plan = explain(QueryGenerator.select(query, SQLiteDialect()).text, file)
            XCTAssertTrue(plan.contains("SEARCH t0 USING INDEX signals_Job_assignee"), plan)
        }
        withExtendedLifetime(model) {}
    }

    private func explain(_ sql: String, _ file: URL) -> String {
        var (database, statement): (OpaquePointer?, OpaquePointer?)
        sqlite3_open(file.path, &database)
        defer { sqlite3_close(database) }
        guard sqlite3_prepare_v2(database, "EXPLAIN QUERY PLAN " + sql, -1, &statement, nil) == SQLITE_OK else {
            return String(cString: sqlite3_errmsg(database))
        }
        defer { sqlite3_finalize(statement) }
        var steps: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW { steps.append(String(cString: sqlite3_column_text(statement, 3))) }
        return steps.joined(separator: "\n")
    }
}
