/// Any list of rows, by position from 0.
package struct RowList<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
    let count: Int
    private let row: @Sendable (Int) -> Row
    private let rowID: @Sendable (Int) -> Row.ID
    private let visit: @Sendable (Range<Int>, (Int, Row) -> Void) -> Void
    private let find: (@Sendable (_ isCancelled: () -> Bool, _ test: (Row) -> Bool) -> [Int32]?)?

    init<Rows: RandomAccessCollection<Row> & Sendable>(_ rows: Rows) {
        self.init(count: rows.count) { position in
            rows[rows.index(rows.startIndex, offsetBy: position)]
        } id: { position in
            rows[rows.index(rows.startIndex, offsetBy: position)].id
        } visit: { positions, body in
            let start = rows.index(rows.startIndex, offsetBy: positions.lowerBound)
            for (position, row) in zip(positions, rows[start...]) { body(position, row) }
        }
    }

    /// A list of rows that cost something to read.
    ///
    /// - Parameters:
    ///   - row: reads the row at a position; called by any thread, as the others are.
    ///   - id: the identity of the row at a position, for which it need not be read.
    ///   - visit: reads the rows at some positions one after another, each of which is needed once.
    ///   - find: returns the positions of all rows that pass a test, which rise, where that costs less than to visit them;
    ///     nil if it was cancelled, or to visit them.
    package init(
        count: Int, row: @escaping @Sendable (Int) -> Row, id: @escaping @Sendable (Int) -> Row.ID,
        visit: @escaping @Sendable (Range<Int>, (Int, Row) -> Void) -> Void,
        find: (@Sendable (_ isCancelled: () -> Bool, _ test: (Row) -> Bool) -> [Int32]?)? = nil
    ) {
        self.count = count
        self.row = row
        rowID = id
        self.visit = visit
        self.find = find
    }

    subscript(position: Int) -> Row { row(position) }

    /// Returns the identity of a row, which need not be read for it.
    func id(at position: Int) -> Row.ID { rowID(position) }

    /// Hands over rows one after another, of which none is kept.
    func forEach(in positions: Range<Int>, _ body: (Int, Row) -> Void) { visit(positions, body) }

    /// Hands over the rows at positions that rise, none of them twice.
    func forEach(at positions: [Int32], _ body: (Int32, Row) -> Void) {
        if positions.count == count { return forEach(in: 0..<count) { body(Int32($0), $1) } }
        for position in positions { body(position, self[Int(position)]) }
    }

    /// True if the list has a way to find rows that costs less than to visit all.
    var hasFind: Bool { find != nil }

    /// Returns the positions of all rows that pass a test, which rise; nil if it was cancelled, or there is no such
    /// way.
    func positions(isCancelled: () -> Bool, where test: (Row) -> Bool) -> [Int32]? { find?(isCancelled, test) }
}
