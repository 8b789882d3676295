/// The order of a query's rows in the store: by some columns or by relevance, and then by row ID.
struct RowOrder: Sendable {
    private enum ValueOrder: Sendable {
        /// Byte by byte.
        case bytes
        case text(TextOrder)
        case decimal
    }

    private enum Term: Sendable {
        case column(Int, isAscending: Bool, ValueOrder)
        /// The best fit first.
        case relevance(ColumnSearch)
    }

    private let terms: [Term]

    /// For a query that looks at no other rows; any other is fetched again instead of kept up.
    init(_ query: Query) {
        if query.looksAtOtherRows {
            terms = []
            return
        }
        terms = query.order.map { order in
            switch order.key {
            case .relevance(let search): return .relevance(search)
            case .attribute(let index):
                let comparison: ValueOrder =
                    switch query.entity.attributes[index].type {
                    case .string: .text(order.textOrder)
                    case .decimal: .decimal
                    default: .bytes
                    }
                return .column(index, isAscending: order.isAscending, comparison)
            }
        }
    }

    func isBefore(_ left: SnapshotRow, _ right: SnapshotRow) -> Bool {
        for term in terms {
            switch term {
            case .relevance(let search):
                let relevances = (Self.relevance(search, left), Self.relevance(search, right))
                if relevances.0 != relevances.1 { return relevances.0 > relevances.1 }
            case .column(let column, let isAscending, let comparison):
                let order = Self.compare(left, right, column, comparison)
                if order != 0 { return isAscending ? order < 0 : order > 0 }
            }
        }
        return left.number < right.number
    }

    private static func relevance(_ search: ColumnSearch, _ row: SnapshotRow) -> Double {
        search.search.relevance(of: search.texts { row.page.rows.value(row.index, $0) })
    }

    private static func compare(
        _ left: SnapshotRow, _ right: SnapshotRow, _ column: Int, _ comparison: ValueOrder
    ) -> Int {
        let (leftPage, rightPage) = (left.page.rows, right.page.rows)
        let (leftCell, rightCell) = (leftPage.cell(left.index, column), rightPage.cell(right.index, column))
        let ranks = (rank(leftCell.kind), rank(rightCell.kind))
        if ranks.0 != ranks.1 { return ranks.0 - ranks.1 }
        switch leftCell.kind {
        case .null: return 0
        case .integer, .real: return compareNumbers(leftCell, rightCell)
        case .text, .blob:
            return leftPage.withBytes(of: leftCell) { left in
                rightPage.withBytes(of: rightCell) { right in
                    switch comparison {
                    case .text(let order): ByteOrder.compare(left, right, by: order)
                    case .decimal: ByteOrder.sortDecimals(left, right)
                    case .bytes: ByteOrder.compareBytes(left, right)
                    }
                }
            }
        }
    }

    /// Nothing comes before numbers, numbers before texts, texts before blobs, one of which stands for NaN.
    private static func rank(_ kind: RowCell.Kind) -> Int {
        switch kind {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .blob: 3
        }
    }

    private static func compareNumbers(_ left: RowCell, _ right: RowCell) -> Int {
        if left.kind == .integer, right.kind == .integer { return order(left.bits, right.bits) }
        return order(real(left), real(right))
    }

    private static func real(_ cell: RowCell) -> Double {
        cell.kind == .integer ? Double(cell.bits) : Double(bitPattern: UInt64(bitPattern: cell.bits))
    }

    private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
        left < right ? -1 : left == right ? 0 : 1
    }
}
