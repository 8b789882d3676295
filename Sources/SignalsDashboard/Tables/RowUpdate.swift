/// A list and its changes: all that a table receives from the source of its rows.
///
/// The more changes it names, the less it costs. With a difference, or made by ``init(sameRows:updated:)``, an update
/// costs as much as its changes, even in a table that is filtered, sorted or in sections. With `updated` alone the
/// identities of all rows are compared with those before; with neither, a table that is filtered, sorted or in sections
/// reads all rows again. Updates that come before a frame are joined, so that a table is arranged once a frame at most.
public struct RowUpdate<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
    let rows: RowList<Row>
    let difference: CollectionDifference<Row.ID>?
    let updated: Set<Row.ID>

    /// An update.
    ///
    /// - Parameters:
    ///   - rows: the list as it is now. It is read from several threads.
    ///   - difference: the removals and insertions, by position, since the update before; a move is both. Nil if they
    ///     are unknown.
    ///   - updated: all rows that have other values than before. Without a difference an empty set means that they are
    ///     unknown.
    public init(
        _ rows: some RandomAccessCollection<Row> & Sendable, difference: CollectionDifference<Row.ID>? = nil,
        updated: Set<Row.ID> = []
    ) {
        self.init(RowList(rows), difference: difference, updated: updated)
    }

    /// An update of values only: the rows of the update before, in their order, some of which have other values.
    ///
    /// - Parameters:
    ///   - rows: the list as it is now. It is read from several threads.
    ///   - updated: all rows that have other values than before.
    public init(sameRows rows: some RandomAccessCollection<Row> & Sendable, updated: Set<Row.ID>) {
        self.init(RowList(rows), difference: CollectionDifference([]), updated: updated)
    }

    package init(_ rows: RowList<Row>, difference: CollectionDifference<Row.ID>?, updated: Set<Row.ID>) {
        self.rows = rows
        self.difference = difference
        self.updated = updated
    }
}
