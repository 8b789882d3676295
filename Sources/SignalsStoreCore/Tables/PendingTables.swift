/// The rows of a store's tables while a commit is being decided on: as the store has them, with what has been changed so
/// far. Used by one thread.
package final class PendingTables {
    private let reader: CheckedReader
    private var tables: [String: PendingTable] = [:]
    private var journal: [Entry] = []

    /// An entry from which one change is undone.
    private struct Entry {
        let table: String
        let number: Int64
        let before: PendingTable.Change?
    }

    init(_ reader: CheckedReader) { self.reader = reader }

    /// A row as it is now.
    func row(_ number: Int64, _ table: StoreTable) throws -> StoredRow? {
        try prefetch([number], table)
        return tables[table.name]?.row(number)
    }

    /// The rows that have a value in a column.
    func rows(with value: StoredValue, in column: Int, of table: StoreTable) throws -> [StoredRow] {
        try prefetch([value], in: column, of: table)
        return change(table) { $0.rows(with: value, in: column) }
    }

    /// The rows that have these values in the first columns.
    func rows(with values: [StoredValue], of table: StoreTable) throws -> [StoredRow] {
        if tables[table.name]?.knows(together: values) != true {
            for (column, value) in values.enumerated() { try prefetch([value], in: column, of: table) }
        }
        return change(table) { $0.rows(with: values) }
    }

    /// All rows that are asked for.
    func rows(_ request: RowRequest) throws -> [StoredRow] { try firstRows(request.withoutLimit) }

    /// The rows that a request selects among the first that the store has, and among what is changed.
    func firstRows(_ request: RowRequest) throws -> [StoredRow] {
        let found = try reader.rows(request)
        return change(request.table) { table in
            table.cache(found)
            return table.replacing(found, request)
        }
    }

    /// Reads rows that will be asked for, all at once.
    func prefetch(_ numbers: Set<Int64>, _ table: StoreTable) throws {
        guard let request = unknown(RowRequest(table, .numbers(numbers))) else { return }
        cache(try reader.rows(request), request)
    }

    /// Reads rows that will be asked for by the value of a column, all at once.
    func prefetch(_ values: Set<StoredValue>, in column: Int, of table: StoreTable) throws {
        guard let request = unknown(RowRequest(table, .values(values, column: column))) else { return }
        cache(try reader.rows(request), request)
    }

    /// Reads rows that will be asked for by their numbers, or by the values of columns, and pairs that will be asked for by
    /// both of their ends, all at once.
    func prefetch(_ requests: [RowRequest], pairs: [StoreTable: Set<[StoredValue]>] = [:]) throws {
        let unknown = requests.compactMap(unknown)
        let unknownPairs = pairs.compactMap { table, pairs -> (table: StoreTable, pairs: Set<[StoredValue]>)? in
            let unknown = pairs.filter { tables[table.name]?.knows(together: $0) != true }
            return unknown.isEmpty ? nil : (table, unknown)
        }
        let byEnds = unknownPairs.map { table, pairs in
            RowRequest(
                table,
                .both(.values(Set(pairs.map { $0[0] }), column: 0), .values(Set(pairs.map { $0[1] }), column: 1)))
        }
        let found = try reader.rows(unknown + byEnds)
        for (request, rows) in zip(unknown, found) { cache(rows, request) }
        for ((table, pairs), rows) in zip(unknownPairs, found.dropFirst(unknown.count)) {
            change(table) { $0.cache(rows, together: pairs) }
        }
    }

    /// A request for those of the rows that are not known; nil where all are.
    private func unknown(_ request: RowRequest) -> RowRequest? {
        let known = tables[request.table.name]
        switch request.selection {
        case .numbers(let numbers):
            let unknown = numbers.filter { known?.knows($0) != true }
            return unknown.isEmpty ? nil : RowRequest(request.table, .numbers(unknown))
        case .values(let values, let column):
            let unknown = values.filter { known?.knows($0, in: column) != true }
            return unknown.isEmpty ? nil : RowRequest(request.table, .values(unknown, column: column))
        default: return request
        }
    }

    private func cache(_ rows: [StoredRow], _ request: RowRequest) {
        change(request.table) { table in
            switch request.selection {
            case .numbers(let numbers): table.cache(rows, of: numbers)
            case .values(let values, let column): table.cache(rows, with: values, in: column)
            default: table.cache(rows)
            }
        }
    }

    /// Replaces the row with the same number, or adds it.
    func put(_ row: StoredRow, _ table: StoreTable) { set(.stored(row), row.number, table) }

    /// Takes a row away, which has been read before.
    func remove(_ number: Int64, _ table: StoreTable) { set(.removed, number, table) }

    private func set(_ new: PendingTable.Change, _ number: Int64, _ table: StoreTable) {
        let before = change(table) { $0.set(new, number) }
        journal.append(Entry(table: table.name, number: number, before: before))
    }

    private func change<Result>(_ table: StoreTable, _ body: (inout PendingTable) -> Result) -> Result {
        body(&tables[table.name, default: PendingTable(table)])
    }

    /// The number of changes that have been made, to come back to.
    var mark: Int { journal.count }

    /// Undoes what was changed since.
    func rollBack(to mark: Int) {
        while journal.count > mark {
            let entry = journal.removeLast()
            _ = tables[entry.table]?.set(entry.before, entry.number)
        }
    }

    /// The changes so far, beside the rows that the store has.
    package var edits: [TableEdits] { tables.sorted { $0.key < $1.key }.map(\.value.edits).filter { !$0.isEmpty } }

    /// The changes so far.
    var changes: [TableChanges] {
        tables.sorted { $0.key < $1.key }.map(\.value.changes).filter { !$0.stored.isEmpty || !$0.removed.isEmpty }
    }

    /// The former state of the rows that are different now.
    var images: RowImages {
        var images = RowImages()
        for table in tables.values { table.addImages(to: &images) }
        return images
    }
}
