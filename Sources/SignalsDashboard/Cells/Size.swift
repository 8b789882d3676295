/// The size of a terminal's screen in character cells.
public struct Size: Hashable, Sendable {
    /// The number of cells in a row, at least 1.
    public let columns: Int
    /// The number of rows, at least 1.
    public let rows: Int

    /// A size; numbers below 1 become 1, since a terminal has at least one cell.
    ///
    /// - Parameters:
    ///   - columns: the number of cells in a row.
    ///   - rows: the number of rows.
    public init(columns: Int, rows: Int) {
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
    }
}
