import Foundation

/// The rows of a file, as change sets are written to them in the transaction that is open.
struct SQLiteRows: WritableRows {
    let connection: SQLiteConnection
    let store: UUID
    let tables: [String: SQLiteTable]
    let dialect = SQLiteDialect()

    func table(_ entity: EntitySchema) -> SQLiteTable { tables[entity.name] ?? SQLiteTable(entity) }

    func sweep(
        _ sweep: ChangeSet.Sweep, telling columns: [Int]
    ) throws -> [(number: Int64, values: [StoredValue])] {
        let dialect = SQLiteDialect(entities: tables.isEmpty ? nil : Set(tables.keys))
        do { return try connection.sweep(sweep, dialect, returning: columns) } catch let failure as SQLiteFailure {
            throw try explanation(of: failure, sweep)
        }
    }

    func insert(_ entity: EntitySchema, _ number: Int64, version: Int64, _ values: [StoredValue]) throws {
        do {
            let statement = try connection.statement(table(entity).insert)
            try statement.run([.integer(number), .integer(version)], values)
        } catch {
            throw try explanation(of: error, entity, number, values.enumerated().map { ($0, $1) })
        }
    }

    func insert(_ page: RowPage) throws {
        let table = table(page.entity)
        let alone = page.count % table.rowsAtOnce
        try page.withAllBytes { bytes in
            if page.count > alone {
                let several = try connection.statement(table.insertSeveral)
                defer { several.reset() }
                for start in stride(from: 0, to: page.count - alone, by: table.rowsAtOnce) {
                    let rows = page[start..<start + table.rowsAtOnce]
                    do throws(SQLiteFailure) { try several.run(rows, bytes: bytes) } catch {
                        guard error.isOfOneRow, connection.goesOn(after: error) else { throw error }
                        // The next one is to blame, and says more when it is tried alone.
                        try insertEach(of: rows.dropFirst(connection.changes), table, bytes)
                    }
                }
            }
            if alone > 0 { try insertEach(of: page.suffix(alone), table, bytes) }
        }
    }

    /// Adds the rows of saves that have one new row each, all of one entity, in one statement. As many saves as the
    /// table's `savesAtOnce`.
    ///
    /// - Returns: how many are there, before the first that cannot be added; nil when it failed in a way that does not
    ///   say that, and the transaction has to be begun anew.
    func insertTogether(_ pages: [RowPage]) throws(SQLiteFailure) -> Int? {
        do {
            try connection.statement(table(pages[0].entity).insertOfSaves).run(firstRowsOf: pages)
            return pages.count
        } catch {
            guard connection.goesOn(after: error) else { throw error }
            return error.isOfOneRow ? connection.changes : nil
        }
    }

    private func insertEach(of rows: Slice<RowPage>, _ table: SQLiteTable, _ bytes: UnsafeBufferPointer<UInt8>) throws {
        let statement = try connection.statement(table.insert)
        defer { statement.reset() }
        for index in rows.indices {
            do throws(SQLiteFailure) {
                try statement.run(rows[index...index], bytes: bytes)
            } catch {
                let row = rows[index]
                let candidates = row.values.enumerated().map { ($0, $1) }
                throw try explanation(of: error, row.page.entity, row.number, candidates)
            }
        }
    }

    func write(
        _ edits: [ChangeSet.Edit], to number: Int64, _ entity: EntitySchema, over version: Int64
    ) throws -> Bool {
        do {
            let keys = [version + 1, number, version].map(StoredValue.integer)
            let statement = try connection.statement(table(entity).update(edits.lazy.map(\.index)))
            try statement.run(edits.map(\.value), keys)
        } catch {
            throw try explanation(of: error, entity, number, edits.map { ($0.index, $0.value) })
        }
        return connection.changes == 1
    }

    func remove(_ number: Int64, _ entity: EntitySchema, over version: Int64) throws -> Bool {
        try connection.execute(table(entity).delete, [number, version].map(StoredValue.integer))
        return connection.changes == 1
    }
}
