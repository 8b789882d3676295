/// The order of positions by their rows, and of equal rows by the positions themselves.
struct PositionOrder<Row: Identifiable & Sendable> where Row.ID: Sendable {
    private let rows: RowList<Row>
    private let order: RowSorting<Row>?

    init(_ rows: RowList<Row>, _ order: RowSorting<Row>?) {
        self.rows = rows
        self.order = order
    }

    func insert(_ position: Int32, _ row: Row, into positions: inout PositionList) {
        positions.insert(position, at: place(of: position, row, in: positions) { $0 })
    }

    /// Returns the place that a position has in a list whose elements have positions in this order.
    ///
    /// - Parameter row: the row at the position, if it was read.
    func place<List: RandomAccessCollection<Element>, Element>(
        of position: Int32, _ row: Row? = nil, in list: List, _ positionOf: (Element) -> Int32
    ) -> Int where List.Index == Int {
        guard let order else { return list.beginning { positionOf($0) < position } }
        let row = row ?? rows[Int(position)]
        return list.beginning { element in
            isBefore(positionOf(element), rows[Int(positionOf(element))], position, row, order)
        }
    }

    /// Returns true if the first position comes before the second.
    func isBefore(_ position: Int32, _ other: Int32) -> Bool {
        guard let order else { return position < other }
        return isBefore(position, rows[Int(position)], other, rows[Int(other)], order)
    }

    private func isBefore(
        _ position: Int32, _ row: Row, _ other: Int32, _ otherRow: Row, _ order: RowSorting<Row>
    ) -> Bool {
        order.isBefore(row, otherRow) || !order.isBefore(otherRow, row) && position < other
    }
}
