/// A row of a ``StoreTable``, as a ``PersistentStore`` keeps it.
public struct StoredRow: Sendable, Hashable {
    /// The permanent row ID, unique in the table: from 1 to 2^55 - 1. A row of a class has the row ID of its object.
    public let number: Int64
    /// The number of the row's changes: at least 1, and greater after each change. A context compares it to find out if
    /// the row has changed since it was read; a store that changes a row by itself increments it.
    public let version: Int64
    /// A value for each of the table's columns, in their order.
    public let values: [StoredValue]

    /// A row, as a store returns it.
    ///
    /// - Parameters:
    ///   - number: the row ID, unique in its table.
    ///   - version: the number of its changes, from 1 on.
    ///   - values: one for each column.
    public init(number: Int64, version: Int64, values: [StoredValue]) {
        self.number = number
        self.version = version
        self.values = values
    }
}
