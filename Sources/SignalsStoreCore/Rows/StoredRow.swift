/// A row of a ``StoreTable``, as a ``PersistentStore`` keeps it.
public struct StoredRow: Sendable, Hashable {
    /// The number that names the row in its table, for good: from 1 to 2^55 - 1. A row of a class has the number of its
    /// object.
    public let number: Int64
    /// Counts the row's changes: at least 1, and greater after each. It tells a context whether what it read is still
    /// so; a store that changes a row by itself counts it up.
    public let version: Int64
    /// A value for each of the table's columns, in their order.
    public let values: [StoredValue]

    /// A row, as a store hands it over.
    ///
    /// - Parameters:
    ///   - number: the row ID, unique in its table.
    ///   - version: counts its changes, from 1 on.
    ///   - values: one for each column.
    public init(number: Int64, version: Int64, values: [StoredValue]) {
        self.number = number
        self.version = version
        self.values = values
    }
}
