// The parts of an expression: the terms that it joins, the column that it compares.
extension QueryExpression {
    /// The terms that nested conjunctions, or nested disjunctions, join, from the first to the last; the expression
    /// itself where it is neither.
    package var terms: [QueryExpression] {
        guard let isConjunction else { return [self] }
        var terms: [QueryExpression] = []
        var rest = [self]
        while let next = rest.popLast() {
            switch next.node {
            case .and(let left, let right) where isConjunction: rest += [right, left]
            case .or(let left, let right) where !isConjunction: rest += [right, left]
            default: terms.append(next)
            }
        }
        return terms
    }

    private var isConjunction: Bool? {
        switch node {
        case .and: true
        case .or: false
        default: nil
        }
    }

    /// A column of a row.
    package struct Column: Hashable {
        package let row: QueryRow
        /// Nil for the row's number.
        package let attribute: Int?

        package init(row: QueryRow, attribute: Int?) {
            self.row = row
            self.attribute = attribute
        }
    }

    /// The column that the expression reads, where it does nothing else.
    package var column: Column? {
        switch node {
        case .attribute(let index, let row): Column(row: row, attribute: index)
        case .objectID(let row): Column(row: row, attribute: nil)
        default: nil
        }
    }

    /// The column that has to have a value, and the value.
    package var equality: (column: Column, element: QueryExpression, value: StoredValue)? {
        guard case .compare(.equal, let left, let right) = node else { return nil }
        if let column = left.column, let value = right.constant { return (column, left, value) }
        if let column = right.column, let value = left.constant { return (column, right, value) }
        return nil
    }
}
