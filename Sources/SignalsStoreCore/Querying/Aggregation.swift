/// An aggregate of the values of one column.
package struct Aggregation: Sendable {
    /// The kind of an aggregate. Nil counts nowhere but in `rows`; a NaN is part of a sum and an average, and never the
    /// least or the greatest.
    package enum Kind: String, Sendable { case rows, count, countDistinct, sum, average, minimum, maximum }

    package let kind: Kind
    /// The column's index in the entity; nil for `rows`.
    package let column: Int?

    package init(kind: Kind, column: Int?) {
        self.kind = kind
        self.column = column
    }
}

extension Aggregation {
    /// The aggregates of the same column that it follows from.
    package var parts: [Aggregation] {
        kind == .average ? [.sum, .count].map { Aggregation(kind: $0, column: column) } : [self]
    }

    /// True if nothing is lost where it is computed over some rows first. A sum of real numbers is rounded.
    func canBeContinued(_ types: [AttributeType]) -> Bool {
        switch kind {
        case .rows, .count, .minimum, .maximum: return true
        case .countDistinct: return false
        case .sum, .average: return column.map { !types[$0].isFloating && types[$0] != .decimal } ?? false
        }
    }
}
