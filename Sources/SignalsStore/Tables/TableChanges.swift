/// What a commit does to one table of a ``PersistentStore``.
public struct TableChanges: Sendable, Hashable {
    /// The table.
    public let table: StoreTable
    /// Rows that are to be there, each new or instead of the one that has its number.
    public let stored: [StoredRow]
    /// The numbers of rows that are to be there no longer.
    public let removed: Set<Int64>
}
