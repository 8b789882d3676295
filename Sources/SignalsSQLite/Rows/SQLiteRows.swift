import Foundation
import SignalsSQL
import SignalsStoreCore

/// The rows of a file, as change sets are written to them in the transaction that is open.
struct SQLiteRows: WritableRows {
    let connection: SQLiteConnection
    let store: UUID
    let tables: [String: UnwrittenTable]
    let dialect = SQLiteDialect()
    private var deletesTogether = true

    init(connection: SQLiteConnection, store: UUID, tables: [String: UnwrittenTable]) {
        self.connection = connection
        self.store = store
        self.tables = tables
    }

    func table(_ entity: EntitySchema) -> SQLiteTable { tables[entity.name]?.written ?? SQLiteTable(entity) }

    func apply(
        _ batchChange: ChangeSet.BatchChange, returning columns: [Int]
    ) throws -> [(number: Int64, values: [StoredValue])] {
        let dialect = SQLiteDialect(entities: tables.isEmpty ? nil : Set(tables.keys))
        do {
            do { return try connection.apply(batchChange, dialect, returning: columns) } catch {
                guard case .update(let assignments) = batchChange.action,
                    (error as? SQLiteFailure)?.isUniqueViolation == true
                else { throw error }
                return try update(assignments, batchChange.query, dialect)
            }
        } catch let failure as SQLiteFailure {
            throw explanation(of: failure, batchChange.query.entity)
        }
    }

    // SQLite looks for taken values after each row that it updates. So all rows make room before any gets its new values,
    // as the rows of a save do.
    private func update(
        _ assignments: [ChangeSet.Assignment], _ query: Query, _ dialect: SQLiteDialect
    ) throws -> [(number: Int64, values: [StoredValue])] {
        var changed: [(number: Int64, version: Int64, values: [StoredValue])] = []
        for (number, new) in try connection.newValues(assignments, query, dialect) {
            guard var stored = try row(number, query.entity) else { continue }
            for (assignment, value) in zip(assignments, new) { stored.values[assignment.index] = value }
            changed.append((number, stored.version, stored.values))
        }
        for row in changed { _ = try remove(row.number, query.entity, over: row.version) }
        for row in changed { try insert(query.entity, row.number, version: row.version + 1, row.values) }
        return changed.map { ($0.number, []) }
    }

    func insert(_ entity: EntitySchema, _ number: Int64, version: Int64, _ values: [StoredValue]) throws {
        do throws(SQLiteFailure) {
            try insert(values, number, version: version, into: table(entity))
        } catch {
            throw try explanation(of: error, entity, number, values.enumerated().map { ($0, $1) })
        }
    }

    private func insert(
        _ values: [StoredValue], _ number: Int64, version: Int64, into table: SQLiteTable
    ) throws(SQLiteFailure) {
        let keys = [StoredValue.integer(number), .integer(version)]
        let row = table.keeping(values)
        if row.kept.isNull { return try connection.statement(table.insert).run(keys, row.values) }
        try connection.statement(table.insertKeeping).run(keys, row.values + [row.kept])
    }

    /// True if the texts of a page are all in normal form, so that its rows are inserted as they are.
    func isInNormalForm(_ page: RowPage) -> Bool { firstToKeep(page, table(page.entity)) == nil }

    /// The first row with a text that is not in normal form.
    private func firstToKeep(_ page: RowPage, _ table: SQLiteTable, from start: Int = 0) -> Int? {
        if table.texts.isEmpty { return nil }
        return (start..<page.count).first { row in
            table.texts.contains { column in
                let cell = page.cell(row, column)
                return cell.kind == .text && !page.withBytes(of: cell) { NormalForm.holds($0) }
            }
        }
    }

    func insert(_ page: RowPage) throws {
        let table = table(page.entity)
        guard var next = firstToKeep(page, table) else { return try insert(page[...], table) }
        var start = 0
        while true {
            try insert(page[start..<next], table)
            if next == page.count { return }
            let row = page[next]
            try insert(page.entity, row.number, version: row.version, row.values)
            start = next + 1
            next = firstToKeep(page, table, from: start) ?? page.count
        }
    }

    /// Inserts rows whose texts are in normal form.
    private func insert(_ rows: Slice<RowPage>, _ table: SQLiteTable) throws {
        let alone = rows.count % table.rowsAtOnce
        try rows.base.withAllBytes { bytes in
            if rows.count > alone {
                let several = try connection.statement(table.insertSeveral)
                defer { several.reset() }
                for start in stride(from: rows.startIndex, to: rows.endIndex - alone, by: table.rowsAtOnce) {
                    let some = rows[start..<start + table.rowsAtOnce]
                    do throws(SQLiteFailure) { try several.run(some, bytes: bytes) } catch {
                        guard error.isOfOneRow, connection.isTransactionOpen(after: error) else { throw error }
                        // The next one is to blame, and says more when it is tried alone.
                        try insertEach(of: some.dropFirst(connection.changes), table, bytes)
                    }
                }
            }
            if alone > 0 { try insertEach(of: rows.suffix(alone), table, bytes) }
        }
    }

    /// Adds the rows of saves that have one new row each, all of one entity, in one statement. As many saves as the
    /// table's `savesAtOnce`.
    ///
    /// - Returns: the number that exists, before the first that cannot be added; nil when it failed in a way that does not
    ///   say that, and the transaction has to be begun again.
    func insertTogether(_ pages: [RowPage]) throws(SQLiteFailure) -> Int? {
        do {
            try connection.statement(table(pages[0].entity).insertOfSaves).run(firstRowsOf: pages)
            return pages.count
        } catch {
            guard connection.isTransactionOpen(after: error) else { throw error }
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
            let table = table(entity)
            let statement = try connection.statement(table.update(edits.lazy.map(\.index)))
            try statement.run(table.values(of: edits), keys)
        } catch {
            throw try explanation(of: error, entity, number, edits.map { ($0.index, $0.value) })
        }
        return connection.changes == 1
    }

    func remove(_ number: Int64, _ entity: EntitySchema, over version: Int64) throws -> Bool {
        try connection.execute(table(entity).delete, [number, version].map(StoredValue.integer))
        return connection.changes == 1
    }

    /// Not all rows that were to be deleted together had the versions that are given, and some are deleted.
    struct DeletionsDiffer: Error {}

    /// The same rows, each of which is deleted by itself.
    var deletingEach: SQLiteRows {
        var rows = self
        rows.deletesTogether = false
        return rows
    }

    /// - Throws: `DeletionsDiffer`, after which the change set is to be taken back and applied with `deletingEach`.
    func remove(_ deletions: ArraySlice<ChangeSet.Deletion>) throws -> Bool {
        guard deletesTogether, let entity = deletions.first?.entity, deletions.count >= Self.fewDeletions else {
            return false
        }
        var numbers: [Int64: [Int64]] = [:]
        var start = deletions.startIndex
        while start < deletions.endIndex {
            // Most were never changed.
            let version = deletions[start].baseVersion
            let end = deletions[start...].firstIndex { $0.baseVersion != version } ?? deletions.endIndex
            numbers[version, default: []] += deletions[start..<end].lazy.map(\.number)
            start = end
        }
        let table = table(entity)
        for (version, numbers) in numbers where try !remove(numbers, table, over: version) { throw DeletionsDiffer() }
        return true
    }

    /// As few deletions as these are made one by one.
    private static var fewDeletions: Int { 8 }

    /// Removes rows that have one version; false where some have another, and those that have it were removed.
    private func remove(
        _ numbers: [Int64], _ table: SQLiteTable, over version: Int64
    ) throws(SQLiteFailure) -> Bool {
        var rest = numbers[...]
        var removedCount = 0
        while let last = rest.last {
            let (count, text) = table.deletesOfMany.first { $0.count <= rest.count } ?? table.deletesOfMany[1]
            let part = rest.prefix(count)
            rest = rest.dropFirst(count)
            let statement = try connection.statement(text)
            defer { statement.reset() }
            try statement.bind(.integer(version), at: 1)
            for index in 0..<count {
                let number = index < part.count ? part[part.startIndex + index] : last
                try statement.bind(.integer(number), at: Int32(index + 2))
            }
            while try statement.step() {}
            removedCount += connection.changes
        }
        return removedCount == numbers.count
    }
}
