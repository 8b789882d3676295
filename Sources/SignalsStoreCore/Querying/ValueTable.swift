/// Rows of values, one row after the other in one array: a row has no memory of its own.
package struct ValueTable: Sendable {
    /// The number of values in a row.
    package let width: Int
    /// The values of all rows.
    package private(set) var values: [StoredValue] = []
    package private(set) var count = 0

    /// A table without rows.
    package init(width: Int) { self.width = width }

    /// Appends a row, whose values are asked for by their column.
    package mutating func append(row value: (Int) throws -> StoredValue) rethrows {
        for column in 0..<width { values.append(try value(column)) }
        count += 1
    }

    /// Appends a row that has as many values as the table is wide.
    package mutating func append(_ row: some Collection<StoredValue>) {
        precondition(row.count == width)
        values += row
        count += 1
    }
}

extension ValueTable: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    /// The values of a row.
    package subscript(row: Int) -> ArraySlice<StoredValue> { values[row * width..<(row + 1) * width] }
}
