/// The changes of a commit to one table of a ``PersistentStore``.
public struct TableChanges: Sendable, Hashable {
    /// The table.
    public let table: StoreTable
    /// Rows that are to be there, each new or instead of the one that has its number.
    public let stored: [StoredRow]
    /// The numbers of rows that are to be there no longer.
    public let removed: Set<Int64>

    /// Changes, as tests of a store make them.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - stored: rows that are to be there.
    ///   - removed: the numbers of rows that are to be there no longer.
    public init(_ table: StoreTable, stored: [StoredRow] = [], removed: Set<Int64> = []) {
        self.table = table
        self.stored = stored
        self.removed = removed
    }
}
