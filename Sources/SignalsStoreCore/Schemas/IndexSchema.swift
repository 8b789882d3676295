/// The schema of an index that a class declares over its columns.
package struct IndexSchema: Sendable, Codable, Hashable {
    package struct Term: Sendable, Codable, Hashable {
        package let column: String
        package let isDescending: Bool

        package init(column: String, isDescending: Bool) {
            self.column = column
            self.isDescending = isDescending
        }
    }

    /// The rows that an index has: those in which a Boolean column has a value.
    package struct Filter: Sendable, Codable, Hashable {
        package let column: String
        package let value: Bool

        package init(column: String, value: Bool) {
            self.column = column
            self.value = value
        }
    }

    package let terms: [Term]
    /// The rows in the index; nil if all are.
    package let filter: Filter?

    package init(terms: [Term], filter: Filter? = nil) {
        self.terms = terms
        self.filter = filter
    }

    /// The part of the index's name that distinguishes it from the entity's other indexes. No attribute's name has a
    /// point or a minus.
    package var suffix: String {
        let names = terms.map { $0.column + ($0.isDescending ? "-" : "") }
        let rows = filter.map { ".\($0.column).is\($0.value ? "True" : "False")" } ?? ""
        return names.joined(separator: ".") + rows + ".index"
    }

    /// The condition of the rows in the index, in the words in which queries state it, or nil if all rows are in it.
    ///
    /// - Parameters:
    ///   - quoted: quotes a column's name.
    ///   - boolean: writes a Boolean.
    package func condition(_ quoted: (String) -> String, _ boolean: (Bool) -> String) -> String? {
        filter.map { "\(quoted($0.column)) = \(boolean($0.value))" }
    }
}
