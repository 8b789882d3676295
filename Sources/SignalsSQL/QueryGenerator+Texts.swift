import SignalsStoreCore

// Tests of texts.
extension QueryGenerator {
    package mutating func text(_ test: QueryExpression.TextTest, _ left: QueryExpression, _ right: QueryExpression)
        -> String
    {
        guard test.comparesCharacters else { return dialect.text(test, exact(left), exact(right)) }
        let sides = inForm(isExact: false) { ($0.sql(left), $0.sql(right)) }
        let found = dialect.text(test, sides.0, sides.1)
        guard test == .startsWith, dialect.writesRangeOfPrefix, left.column != nil, left.type == .string,
            case .text(let prefix)? = right.constant,
            let range = range(of: sides.0, startingWith: prefix)
        else { return found }
        return "(\(range) AND \(found))"
    }

    /// A range of the texts of a column with those that begin with a prefix, which an index can serve; nil where there is
    /// none.
    private mutating func range(of column: String, startingWith prefix: String) -> String? {
        guard let range = NormalForm.range(startingWith: prefix) else { return nil }
        return "\(column) >= \(bind(.text(range.start), .string)) AND \(column) < \(bind(.text(range.end), .string))"
    }
}

extension QueryExpression.TextTest {
    /// True if it compares characters, of which those are equal that are in normal form.
    fileprivate var comparesCharacters: Bool { [.contains, .startsWith, .endsWith].contains(self) }
}
