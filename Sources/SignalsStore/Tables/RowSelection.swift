/// Which rows of a table are asked for.
///
/// Values are compared as Swift compares what they stand for: two spellings of one text (composed and decomposed) are
/// the same, and so are the decimal numbers 1 and 1.0. ``RowRequest/selects(_:)`` does so.
public indirect enum RowSelection: Sendable, Hashable {
    /// All.
    case all
    /// Those with one of these numbers.
    case numbers(Set<Int64>)
    /// Those with one of these values in the column with an index; null is one like others.
    case values(Set<StoredValue>, column: Int)
    /// Those whose value in the column with an index is there and comes before another one.
    case less(than: StoredValue, orEqual: Bool, column: Int)
    /// Those whose value in the column with an index is there and comes after another one.
    case greater(than: StoredValue, orEqual: Bool, column: Int)
    /// Those that both select.
    case both(RowSelection, RowSelection)
    /// Those that one of the two selects, or both.
    case either(RowSelection, RowSelection)
}

/// A selection, ready to judge many rows.
indirect enum RowTest {
    case all
    case numbers(Set<Int64>)
    case values(Set<ComparedValue>, column: Int, AttributeType)
    case compare(QueryExpression.Comparison, StoredValue, column: Int, AttributeType)
    case both(RowTest, RowTest)
    case either(RowTest, RowTest)

    init(_ selection: RowSelection, _ table: StoreTable) {
        switch selection {
        case .all: self = .all
        case .numbers(let numbers): self = .numbers(numbers)
        case .values(let values, let column):
            let type = table.columns[column].type
            self = .values(Set(values.map { ComparedValue($0, as: type) }), column: column, type)
        case .less(let value, let orEqual, let column):
            self = .compare(orEqual ? .lessOrEqual : .less, value, column: column, table.columns[column].type)
        case .greater(let value, let orEqual, let column):
            self = .compare(orEqual ? .greaterOrEqual : .greater, value, column: column, table.columns[column].type)
        case .both(let left, let right): self = .both(RowTest(left, table), RowTest(right, table))
        case .either(let left, let right): self = .either(RowTest(left, table), RowTest(right, table))
        }
    }

    func holds(for row: StoredRow) -> Bool {
        switch self {
        case .all: true
        case .numbers(let numbers): numbers.contains(row.number)
        case .values(let values, let column, let type):
            values.contains(ComparedValue(row.values[column], as: type))
        case .compare(let comparison, let value, let column, let type):
            !row.values[column].isNull && RowComputation.compare(comparison, type, row.values[column], value)
        case .both(let left, let right): left.holds(for: row) && right.holds(for: row)
        case .either(let left, let right): left.holds(for: row) || right.holds(for: row)
        }
    }
}
