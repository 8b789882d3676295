/// A list and how it came about: all that a table knows of where its rows come from.
public struct RowUpdate<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
    let rows: RowList<Row>
    let difference: CollectionDifference<Row.ID>?
    let updated: Set<Row.ID>

    /// An update.
    ///
    /// - Parameters:
    ///   - rows: the list as it is now. It is read from several threads.
    ///   - difference: which rows left and came, by position; a move is both. Without it the selected row is looked for
    ///     by its identity.
    ///   - updated: the rows that have other values than before.
    public init(
        _ rows: some RandomAccessCollection<Row> & Sendable, difference: CollectionDifference<Row.ID>? = nil,
        updated: Set<Row.ID> = []
    ) {
        self.init(RowList(rows), difference: difference, updated: updated)
    }

    package init(_ rows: RowList<Row>, difference: CollectionDifference<Row.ID>?, updated: Set<Row.ID>) {
        self.rows = rows
        self.difference = difference
        self.updated = updated
    }
}
