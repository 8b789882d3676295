/// The former versions of the rows that were changed since some moment, which turn a later state into the earlier one.
struct RowImages: Sendable {
    private enum Image: Sendable {
        case absent
        case row(StoredRow)
    }

    private var tables: [String: [Int64: Image]] = [:]

    /// Notes how a row was; nil for one that was not there.
    mutating func add(_ row: StoredRow?, _ number: Int64, in table: StoreTable) {
        tables[table.name, default: [:]][number] = row.map(Image.row) ?? .absent
    }

    /// Notes how rows were that were changed later; what is noted already is older, and stays.
    mutating func formUnion(_ later: RowImages) {
        for (name, images) in later.tables { tables[name, default: [:]].merge(images) { older, _ in older } }
    }

    /// True if rows of a table have changed.
    func hasChanges(in table: StoreTable) -> Bool { tables[table.name]?.isEmpty == false }

    /// Returns what a request would have found, from what it finds now.
    func restore(_ rows: [StoredRow], _ request: RowRequest) -> [StoredRow] {
        guard let images = tables[request.table.name] else { return rows }
        var restored = rows.filter { images[$0.number] == nil }
        for case .row(let row) in images.values where request.selects(row) { restored.append(row) }
        return restored
    }
}
