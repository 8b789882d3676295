/// A request to a ``PersistentStore``: rows of one table.
///
/// The answer must have the first ``limit`` of the rows that ``selection`` selects, in ``order``; without a limit, all
/// of them. It may have any other rows of the table too, in any order: the rows are filtered, sorted and limited again.
/// So a store may use nothing but ``table``; one that has many rows, or a slow way to them, uses the rest to return
/// fewer.
public struct RowRequest: Sendable, Hashable {
    /// A column that rows are ordered by.
    public struct Order: Sendable, Hashable {
        /// The column's index.
        public let column: Int
        /// True if small values come first. Null is smaller than any value, and NaN, also of a decimal, greater.
        public let isAscending: Bool

        /// An order by the column with an index.
        ///
        /// - Parameters:
        ///   - column: the column's index among those of the table.
        ///   - isAscending: true for small values first; null is smaller than any value.
        public init(column: Int, isAscending: Bool = true) {
            self.column = column
            self.isAscending = isAscending
        }
    }

    /// The table.
    public let table: StoreTable
    /// The condition on its rows.
    public let selection: RowSelection
    /// The columns by which the rows are ordered, the first one first; rows that are equal in all are ordered by
    /// ascending row ID. It only determines which rows are the first, so it is empty if there is no limit.
    public let order: [Order]
    /// The number of rows that are enough; nil for all.
    public let limit: Int?

    /// A request, as tests of a store make it.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - selection: the condition on its rows.
    ///   - order: the columns by which they are ordered.
    ///   - limit: the number that is enough; nil for all.
    public init(_ table: StoreTable, _ selection: RowSelection = .all, order: [Order] = [], limit: Int? = nil) {
        self.table = table
        self.selection = selection
        self.order = order
        self.limit = limit
    }

    /// Returns true if ``selection`` selects a row of the table, for a store that has the row in memory.
    ///
    /// - Parameter row: a row of ``table``.
    public func selects(_ row: StoredRow) -> Bool { RowTest(selection, table).holds(for: row) }
}

extension RowRequest {
    /// The request for all rows that are selected.
    var withoutLimit: RowRequest { RowRequest(table, selection) }

    /// Returns the rows that are selected.
    package func filter(_ rows: [StoredRow]) -> [StoredRow] {
        if case .all = selection { return rows }
        let test = RowTest(selection, table)
        return rows.filter(test.holds)
    }
}
