import Foundation

/// A receipt in a store of tables.
package enum ReceiptRow {
    package static let table = StoreTable(
        name: "signals_receipts",
        columns: [
            StoreTable.Column("key", .string, isUnique: true, isIndexed: true), StoreTable.Column("result", .data),
            StoreTable.Column("expires", .date, isIndexed: true),
        ])

    package static func request(_ key: String) -> RowRequest { RowRequest(table, .values([.text(key)], column: 0)) }

    /// The number of receipts that one commit forgets: others wait meanwhile.
    private static let mostForgotten = 1000

    /// Returns a request for receipts that may be forgotten, those that expired first.
    static func expired(at date: Date) -> RowRequest {
        RowRequest(
            table, .less(than: time(date), orEqual: true, column: 2), order: [RowRequest.Order(column: 2)],
            limit: mostForgotten)
    }

    static func row(_ receipt: Receipt, number: Int64) -> StoredRow {
        StoredRow(
            number: number, version: 1,
            values: [.text(receipt.key), .blob(receipt.result), time(receipt.expires)])
    }

    /// The result that a row keeps for a key, unless it has expired.
    package static func result(_ rows: [StoredRow], for key: String, at date: Date = Date()) -> Data? {
        // Keys are compared by their bytes, as SQLite does.
        let row = rows.first { $0.values[0] == .text(key) }
        guard let row, case .blob(let result) = row.values[1], case .real(let expires) = row.values[2],
            expires > date.timeIntervalSinceReferenceDate
        else { return nil }
        return result
    }

    private static func time(_ date: Date) -> StoredValue { .real(date.timeIntervalSinceReferenceDate) }
}
