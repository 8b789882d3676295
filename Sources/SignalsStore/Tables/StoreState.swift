import Foundation

/// What the package remembers of a store of tables, in a table of its own with one row: which numbers it has given
/// away, and the model that the rows were committed with.
struct StoreState {
    static let table = StoreTable(
        name: "signals_state", columns: [StoreTable.Column("next", .integer64), StoreTable.Column("model", .data)])
    static let request = RowRequest(table, .numbers([number]))
    private static let number: Int64 = 1

    /// The next number that nobody has.
    var next: Int64 = 1
    /// The entities of the model.
    var model: [EntitySchema] = []
    private var version: Int64 = 0

    /// What the row says; where there is none, the state of a store that was never used.
    init(_ row: StoredRow?) throws {
        guard let row else { return }
        guard case .integer(let next) = row.values[0], case .blob(let data) = row.values[1],
            let model = try? JSONDecoder().decode([EntitySchema].self, from: data)
        else { throw FetchError.store(reason: "the row of \(Self.table.name) was not written by this package") }
        (self.next, self.model, version) = (next, model, row.version)
    }

    /// The row that says so.
    func row() throws -> StoredRow {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let model = try encoder.encode(model.sorted { $0.name < $1.name })
        return StoredRow(number: Self.number, version: version + 1, values: [.integer(next), .blob(model)])
    }
}

/// A receipt in a store of tables.
enum ReceiptRow {
    static let table = StoreTable(
        name: "signals_receipts",
        columns: [
            StoreTable.Column("key", .string, isUnique: true, isIndexed: true), StoreTable.Column("result", .data),
            StoreTable.Column("expires", .date, isIndexed: true),
        ])

    static func request(_ key: String) -> RowRequest { RowRequest(table, .values([.text(key)], column: 0)) }

    /// Those that may be forgotten.
    static func expired(at date: Date) -> RowRequest {
        RowRequest(table, .less(than: time(date), orEqual: true, column: 2))
    }

    static func row(_ receipt: Receipt, number: Int64) -> StoredRow {
        StoredRow(
            number: number, version: 1,
            values: [.text(receipt.key), .blob(receipt.result), time(receipt.expires)])
    }

    /// The result that a row keeps for a key, unless it has expired.
    static func result(_ rows: [StoredRow], for key: String, at date: Date = Date()) -> Data? {
        // Keys are compared by their bytes, as SQLite does.
        let row = rows.first { $0.values[0] == .text(key) }
        guard let row, case .blob(let result) = row.values[1], case .real(let expires) = row.values[2],
            expires > date.timeIntervalSinceReferenceDate
        else { return nil }
        return result
    }

    private static func time(_ date: Date) -> StoredValue { .real(date.timeIntervalSinceReferenceDate) }
}
