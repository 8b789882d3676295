import SignalsStoreCore

/// The differences of SQL databases in the queries that are generated.
package protocol SQLDialect: Sendable {
    /// True if the database has a table of the entity with a name.
    func keeps(_ entityName: String) -> Bool
    /// A name of a column, quoted so that it is nothing else.
    func quoted(_ name: String) -> String
    /// A name of a table, quoted so that it is nothing else.
    func table(_ name: String) -> String
    /// The placeholder of the n-th bound value, counted from 1, which stands for a value of the type.
    func placeholder(_ position: Int, _ type: AttributeType) -> String
    /// The same for a bound set of values.
    func setPlaceholder(_ position: Int, _ type: AttributeType) -> String
    /// True where nil is written in the statement, and not bound.
    var writesNull: Bool { get }
    /// A condition that always holds, or never.
    func boolean(_ value: Bool) -> String
    /// The value that is bound as a limit where there is none.
    var noLimit: StoredValue { get }
    /// The alias after a query that is read like a table, where it needs a name.
    var subqueryAlias: String { get }
    /// Returns the suffix of a term of an order in which nil comes first.
    func direction(isAscending: Bool) -> String
    /// Returns the suffix of an expression with which it is compared as Swift compares values of the type.
    func collation(for type: AttributeType) -> String
    /// Returns the suffix of an expression with which rows are sorted by values of the type: unlike `<`, with NaN last.
    func sortCollation(for type: AttributeType) -> String
    /// Returns the suffix of an expression with which it is ordered so.
    func collation(for order: TextOrder) -> String
    /// The terms by which a text in normal form is ordered as in a locale.
    func terms(_ expression: String, by collation: Collation) -> [String]
    /// Returns what follows an expression that is compared with values of which it is equal to one. Unlike
    /// `collation(for:)`, it lets an index be used.
    func equality(for type: AttributeType) -> String
    /// The collation after a text as it was given, to compare it as Swift does.
    var textCollation: String { get }
    /// A text as it was given: its column, what the row keeps of its texts, and the column's name.
    func exact(_ column: String, kept: String, name: String) -> String
    /// Returns what a row keeps of its texts when some columns are given other values.
    func kept(_ kept: String?, _ assignments: [(name: String, value: String)]) -> String
    /// An equality for which nil equals nil.
    func isNotDistinct(_ left: String, _ right: String) -> String
    /// The same, of a value and a constant, which is nil or not.
    func isNotDistinct(_ left: String, _ right: String, value: String, isNull: Bool) -> String
    /// A test that a number is not NaN.
    func isNumber(_ expression: String) -> String
    func text(_ test: QueryExpression.TextTest, _ left: String, _ right: String) -> String
    /// A query for the numbers of the rows of an entity that its index of words finds for a pattern, which is bound.
    func numbers(matching pattern: String, in entityName: String) -> String
    /// The relevance of texts to a search, whose text is bound.
    func relevance(of texts: [String], to sought: String, isBeingTyped: String) -> String
    /// True if a range that an index serves is written beside a test of a text's beginning.
    var writesRangeOfPrefix: Bool { get }
    /// Returns the number of characters that a text has, or bytes a blob.
    func count(_ type: AttributeType, _ expression: String) -> String
    /// The greatest number of values that are listed with a placeholder each.
    var greatestListLength: Int { get }
    /// A test that a value is an element of a bound set.
    func isElement(_ expression: String, of set: String) -> String
    func arithmetic(
        _ operation: QueryExpression.ArithmeticOperation, _ type: AttributeType, _ left: String, _ right: String
    ) -> String
    func unwrap(_ expression: String) -> String
    /// Returns what an aggregate is over the rows of a group.
    func aggregate(_ kind: Aggregation.Kind, _ type: AttributeType, _ column: String) -> String
}

extension SQLDialect {
    package func keeps(_ entityName: String) -> Bool { true }

    package func table(_ name: String) -> String { quoted(name) }
    package func setPlaceholder(_ position: Int, _ type: AttributeType) -> String { placeholder(position, type) }
    package var writesNull: Bool { false }
    package var writesRangeOfPrefix: Bool { true }
    package func boolean(_ value: Bool) -> String { value ? "1" : "0" }
    package var noLimit: StoredValue { .integer(-1) }
    package var subqueryAlias: String { "" }
    package func sortCollation(for type: AttributeType) -> String { collation(for: type) }
    package func direction(isAscending: Bool) -> String { isAscending ? "" : " DESC" }

    package func isNotDistinct(_ left: String, _ right: String, value: String, isNull: Bool) -> String {
        isNotDistinct(left, right)
    }

    package func quoted(_ name: String) -> String {
        // No name of Swift's has one, and each statement quotes several.
        guard name.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(name)\"" }
        return "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    /// A text in a statement.
    package func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

    /// A text as it was given, of a row that has a name in the statement.
    package func exact(_ name: String, of row: String? = nil) -> String {
        let prefix = row.map { $0 + "." } ?? ""
        return exact(prefix + quoted(name), kept: prefix + KeptTexts.column, name: name)
    }

    /// The columns of an entity's rows, in their order, with what a row keeps of its texts as the last where it does.
    package func columns(of entity: EntitySchema) -> [String] {
        entity.attributes.map { quoted($0.name) } + (entity.keepsTexts ? [KeptTexts.column] : [])
    }

    /// A test that a column has a number, and that of no row of these entities.
    package func isNone(of entityNames: [String], _ column: String) -> String {
        let tests = entityNames.map { name in
            "\(column) NOT IN (SELECT \(quoted(QueryGenerator.numberColumn)) FROM \(quoted(name)))"
        }
        return (["\(column) IS NOT NULL"] + tests).joined(separator: " AND ")
    }
}
