/// A selection, ready to judge many rows.
package indirect enum RowTest: Sendable {
    case all
    case numbers(Set<Int64>)
    case values(Set<ComparedValue>, column: Int, AttributeType)
    case compare(QueryExpression.Comparison, StoredValue, column: Int, AttributeType)
    case both(RowTest, RowTest)
    case either(RowTest, RowTest)

    init(_ selection: RowSelection, _ table: StoreTable) { self.init(selection) { table.columns[$0].type } }

    /// - Parameter type: the type of a column.
    package init(_ selection: RowSelection, _ type: (Int) -> AttributeType) {
        switch selection {
        case .all: self = .all
        case .numbers(let numbers): self = .numbers(numbers)
        case .values(let values, let column):
            let type = type(column)
            self = .values(Set(values.map { ComparedValue($0, as: type) }), column: column, type)
        case .less(let value, let orEqual, let column):
            self = .compare(orEqual ? .lessOrEqual : .less, value, column: column, type(column))
        case .greater(let value, let orEqual, let column):
            self = .compare(orEqual ? .greaterOrEqual : .greater, value, column: column, type(column))
        case .both(let left, let right): self = .both(RowTest(left, type), RowTest(right, type))
        case .either(let left, let right): self = .either(RowTest(left, type), RowTest(right, type))
        }
    }

    package func holds(for row: StoredRow) -> Bool {
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
