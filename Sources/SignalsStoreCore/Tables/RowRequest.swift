/// A request to a ``PersistentStore``: rows of one table.
///
/// The answer must have the first ``limit`` of the rows that ``selection`` selects, in ``order``; without a limit, all
/// of them. It may have any others of the table too, and may be in any sequence: what is handed over is judged, sorted
/// and cut off again. So a store may look at nothing but ``table``; one that has many rows, or has to fetch them from
/// afar, hands over fewer by heeding the rest.
public struct RowRequest: Sendable, Hashable {
    /// A column that rows are ordered by.
    public struct Order: Sendable, Hashable {
        /// The column's index.
        public let column: Int
        /// True if small values come first. Null is smaller than any value.
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
    /// By what columns the rows are in order, the first one first, and after them by their numbers, which ascend. It says
    /// nothing but which rows are the first, so it is empty where there is no limit.
    public let order: [Order]
    /// The number of rows that are enough; nil for all.
    public let limit: Int?

    /// A request, as tests of a store make it.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - selection: which of its rows.
    ///   - order: by what columns they are in order.
    ///   - limit: the number that is enough; nil for all.
    public init(_ table: StoreTable, _ selection: RowSelection = .all, order: [Order] = [], limit: Int? = nil) {
        self.table = table
        self.selection = selection
        self.order = order
        self.limit = limit
    }

    /// True if ``selection`` selects a row of the table, for a store that has it in memory.
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
