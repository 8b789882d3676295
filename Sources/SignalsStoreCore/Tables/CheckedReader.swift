/// Reads a store of another package, and stops the program where an answer breaks the rules. What it hands on are just
/// the rows that are asked for. An engine of this package is trusted.
package struct CheckedReader: Sendable {
    private static let greatestNumber: Int64 = 1 << 55 - 1

    private let reader: any RowReader
    /// The store's type, for messages; nil for a store that is trusted.
    private let name: String?

    init(_ reader: any RowReader, of store: any PersistentStore) {
        self.reader = reader
        name = String(describing: type(of: store))
    }

    /// A reader of an engine of this package.
    package init(trusting reader: any RowReader) {
        self.reader = reader
        name = nil
    }

    /// The answers to several requests, in their order: all at once, where the store can.
    ///
    /// - Throws: `FetchError`.
    func rows(_ requests: [RowRequest]) throws -> [[StoredRow]] {
        guard let reader = reader as? any BatchReader else { return try requests.map { try rows($0) } }
        return try zip(requests, reader.rows(requests)).map { $0.filter($1) }
    }

    /// - Throws: `FetchError`.
    func rows(_ request: RowRequest) throws(FetchError) -> [StoredRow] {
        let rows: [StoredRow]
        do { rows = try reader.rows(request) } catch let error as FetchError { throw error } catch {
            throw .store(reason: "\(error)")
        }
        check(rows, of: request.table)
        return request.filter(rows)
    }

    private func check(_ rows: [StoredRow], of table: StoreTable) {
        guard let name else { return }
        var numbers = Set<Int64>(minimumCapacity: rows.count)
        for row in rows {
            if row.values.count != table.columns.count {
                stop(name, row, table, "with \(row.values.count) values: it has \(table.columns.count) columns")
            }
            if !numbers.insert(row.number).inserted { stop(name, row, table, "twice in one answer") }
            if !(1...Self.greatestNumber).contains(row.number) {
                stop(name, row, table, "which is not from 1 to 2^55 - 1")
            }
            if row.version < 1 { stop(name, row, table, "with version \(row.version): versions begin with 1") }
        }
    }

    private func stop(_ name: String, _ row: StoredRow, _ table: StoreTable, _ what: String) -> Never {
        fatalError(
            "\(name) handed over row \(row.number) of the table \(table.name) \(what). "
                + "See PersistentStore for the rules.")
    }
}
