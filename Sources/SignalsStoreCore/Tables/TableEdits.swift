/// The changes of a commit to one table of an engine, with the known values of the rows.
package struct TableEdits: Sendable {
    /// The table.
    package let table: StoreTable
    /// New rows.
    package private(set) var inserted: [StoredRow] = []
    /// Rows with other values than before.
    package private(set) var updated: [(before: StoredRow, after: StoredRow)] = []
    /// The numbers of rows that are to be removed.
    package private(set) var removed: [Int64] = []

    init(_ table: StoreTable) { self.table = table }

    /// The number of rows.
    package var count: Int { inserted.count + updated.count + removed.count }

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && removed.isEmpty }

    mutating func add(_ number: Int64, before: StoredRow?, after: StoredRow?) {
        switch (before, after) {
        case (nil, nil): break
        case (nil, let after?): inserted.append(after)
        case (.some, nil): removed.append(number)
        case (let before?, let after?): if before != after { updated.append((before, after)) }
        }
    }
}
