/// The changes of a commit to one table of a ``PersistentStore``.
public struct TableChanges: Sendable, Hashable {
    /// The table.
    public let table: StoreTable
    /// The rows to store, each of which is new or replaces the row with its row ID.
    public let stored: [StoredRow]
    /// The row IDs of the rows to delete.
    public let removed: Set<Int64>

    /// Changes, as tests of a store make them.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - stored: the rows to store.
    ///   - removed: the row IDs of the rows to delete.
    public init(_ table: StoreTable, stored: [StoredRow] = [], removed: Set<Int64> = []) {
        self.table = table
        self.stored = stored
        self.removed = removed
    }
}
