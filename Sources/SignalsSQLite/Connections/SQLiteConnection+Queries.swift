import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

// Queries, as every reader runs them.
extension SQLiteConnection {
    package func fetch(_ query: Query, _ dialect: SQLiteDialect, _ body: (RowPage) throws -> Void) throws {
        try run(query, dialect) { statement in
            // Most queries of a form find about as many rows, and few.
            let room = statement.latestPage
            var builder = RowPageBuilder(query.entity, capacity: room.rowCount, byteCapacity: room.byteCount)
            let columns = query.entity.attributes.count
            let keepsTexts = query.entity.keepsTexts
            while try statement.step() {
                try statement.appendRow(to: &builder, columns: columns, keepingTexts: keepsTexts)
                if builder.count == RowPageBuilder.pageSize { try body(builder.finish()) }
            }
            statement.latestPage = (max(4, builder.count), max(128, builder.byteCount))
            if builder.count > 0 { try body(builder.finishLast()) }
        }
    }

    package func count(_ query: Query, _ dialect: SQLiteDialect) throws -> Int {
        try run(QueryGenerator.count(query, dialect)) { statement in
            try statement.step() ? Int(statement.integer(at: 0)) : 0
        }
    }

    package func numbers(_ query: Query, _ dialect: SQLiteDialect) throws -> [Int64] {
        try run(QueryGenerator.numbers(query, dialect)) { statement in
            var numbers: [Int64] = []
            while try statement.step() { numbers.append(statement.integer(at: 0)) }
            return numbers
        }
    }

    package func links(
        of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64], _ dialect: SQLiteDialect
    ) throws -> [LinkRow] {
        let (owner, other) = (JoinTable.column(side), JoinTable.column(side.opposite))
        let placeholders = [String](repeating: "?", count: numbers.count).joined(separator: ", ")
        let order = side == .source ? "\(JoinTable.positionColumn) IS NULL, \(JoinTable.positionColumn), " : ""
        let sql = """
            SELECT \(owner), \(other) FROM \(dialect.quoted(table.name)) WHERE \(owner) IN (\(placeholders)) \
            ORDER BY \(order)\(other)
            """
        return try run(SQLText(text: sql, bindings: numbers.map(StoredValue.integer))) { statement in
            var links: [LinkRow] = []
            while try statement.step() {
                guard case .integer(let owner)? = statement.value(at: 0),
                    case .integer(let other)? = statement.value(at: 1)
                else { continue }
                links.append(LinkRow(owner: owner, other: other))
            }
            return links
        }
    }

    /// Runs a batch change, and returns the numbers of the rows that it found, with what they have in some columns.
    package func apply(
        _ batchChange: ChangeSet.BatchChange, _ dialect: SQLiteDialect, returning columns: [Int] = []
    ) throws -> [(number: Int64, values: [StoredValue])] {
        if case .update = batchChange.action, columns.isEmpty {
            return try update(batchChange, dialect).map { ($0, []) }
        }
        return try rows(QueryGenerator.batchChange(batchChange, dialect, returning: columns), columns.count)
    }

    /// Returns the numbers of the rows that a query finds, with the values that an update would assign.
    func newValues(
        _ assignments: [ChangeSet.Assignment], _ query: Query, _ dialect: SQLiteDialect
    ) throws -> [(number: Int64, values: [StoredValue])] {
        try rows(QueryGenerator.newValues(assignments, query, dialect), assignments.count)
    }

    private func rows(_ text: SQLText, _ count: Int) throws -> [(number: Int64, values: [StoredValue])] {
        try run(text) { statement in
            var rows: [(number: Int64, values: [StoredValue])] = []
            while try statement.step() {
                rows.append((statement.integer(at: 0), (0..<count).map { statement.value(at: $0 + 1) ?? .null }))
            }
            return rows
        }
    }

    /// Runs an update, and notes the number of each row as SQLite changes it: what an update returns SQLite keeps until it
    /// is done, and goes over the rows twice, which takes as long again as the update.
    private func update(_ batchChange: ChangeSet.BatchChange, _ dialect: SQLiteDialect) throws -> [Int64] {
        let text = QueryGenerator.batchChange(batchChange, dialect, returning: nil)
        return try changedRows(of: batchChange.query.entity.name) { try run(text) { while try $0.step() {} } }
    }

    /// Returns the numbers of the rows of a table that statements change or delete.
    func changedRows(of table: String, by statements: () throws -> Void) rethrows -> [Int64] {
        try table.withCString { name in
            var changed = ChangedRows(table: name)
            try withUnsafeMutablePointer(to: &changed) { changed in
                sqlite3_update_hook(
                    handle, { changed, _, _, table, number in ChangedRows.note(changed, table, number) }, changed)
                defer { sqlite3_update_hook(handle, nil, nil) }
                try statements()
            }
            return changed.numbers
        }
    }

    package func tabulate(_ tabulation: Tabulation, _ dialect: SQLiteDialect) throws -> ValueTable {
        do { return try table(tabulation, dialect) } catch let failure as SQLiteFailure where failure.isOfSum {
            // A sum that fits in the end may not have fitted on the way.
            var dialect = dialect
            dialect.addsByFunctions = true
            return try table(tabulation, dialect)
        }
    }

    private func table(_ tabulation: Tabulation, _ dialect: SQLiteDialect) throws -> ValueTable {
        try run(QueryGenerator.tabulate(tabulation, dialect)) { statement in
            let entity = tabulation.query.entity
            var table = ValueTable(width: tabulation.width)
            while try statement.step() {
                try table.append { try statement.value(at: $0, of: entity) }
            }
            return table
        }
    }

    /// Runs the statement that selects what a query finds.
    private func run<Result>(
        _ query: Query, _ dialect: SQLiteDialect, _ body: (SQLiteStatement) throws -> Result
    ) throws -> Result {
        guard let form = QueryForm(query, dialect) else { return try run(QueryGenerator.select(query, dialect), body) }
        let statement = try statement(of: form) { QueryGenerator.select(query, dialect).text }
        return try run(statement) {
            try $0.bind(form.bindings)
            return try body($0)
        }
    }

    private func run<Result>(_ sql: SQLText, _ body: (SQLiteStatement) throws -> Result) throws -> Result {
        try run(statement(sql.text)) {
            try $0.bind(sql)
            return try body($0)
        }
    }

    @inline(__always)
    private func run<Result>(
        _ statement: SQLiteStatement, _ body: (SQLiteStatement) throws -> Result
    ) throws -> Result {
        // Steps of earlier runs, which were not metered, are not part of this run.
        if meter != nil { _ = statement.takeScannedRowCount() }
        defer {
            if let meter { meter.note(statement.text, scannedRowCount: statement.takeScannedRowCount()) }
            statement.reset()
        }
        return try body(statement)
    }
}

extension SQLiteStatement {
    /// The value of a column of the present row.
    fileprivate func value(at column: Int, of entity: EntitySchema) throws -> StoredValue {
        guard let value = value(at: column) else {
            throw FetchError.store(reason: "a text of \(entity.name) is not UTF-8")
        }
        return value
    }
}

extension SQLiteConnection {
    /// Opens a transaction that sees the file as it is now until it ends. It begins with the first read, not with BEGIN.
    package func beginReading() throws(SQLiteFailure) {
        try execute("BEGIN")
        _ = try value("SELECT COUNT(*) FROM sqlite_master")
    }
}

/// The rows of one table that a statement changes or deletes. A trigger of it may change others of the table's index of
/// words.
private struct ChangedRows {
    let table: UnsafePointer<CChar>
    var numbers: [Int64] = []

    static func note(_ changed: UnsafeMutableRawPointer?, _ table: UnsafePointer<CChar>?, _ number: Int64) {
        guard let changed = changed?.assumingMemoryBound(to: ChangedRows.self), let table,
            strcmp(changed.pointee.table, table) == 0
        else { return }
        changed.pointee.numbers.append(number)
    }
}
