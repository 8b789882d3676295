/// What differs between SQL databases in the queries that are generated.
package protocol SQLDialect: Sendable {
    /// Whether the database has a table of the entity with a name.
    func keeps(_ entityName: String) -> Bool
    /// The placeholder of the n-th bound value, counted from 1.
    func placeholder(_ position: Int) -> String
    /// What follows an expression so that it is compared as Swift compares values of the type.
    func collation(for type: AttributeType) -> String
    /// What follows an expression so that it is ordered so.
    func collation(for order: TextOrder) -> String
    /// An equality for which nil equals nil.
    func isNotDistinct(_ left: String, _ right: String) -> String
    /// A test that a number is no NaN.
    func isNumber(_ expression: String) -> String
    func text(_ test: QueryExpression.TextTest, _ left: String, _ right: String) -> String
    /// How many characters a text has, or bytes a blob.
    func count(_ type: AttributeType, _ expression: String) -> String
    /// The greatest number of values that are listed with a placeholder each.
    var greatestListLength: Int { get }
    /// A test that a value is an element of a bound set.
    func isElement(_ expression: String, of set: String) -> String
    func arithmetic(
        _ operation: QueryExpression.ArithmeticOperation, _ type: AttributeType, _ left: String, _ right: String
    ) -> String
    func unwrap(_ expression: String) -> String
    /// What an aggregate is over the rows of a group.
    func aggregate(_ kind: Aggregation.Kind, _ type: AttributeType, _ column: String) -> String
}

extension SQLDialect {
    package func keeps(_ entityName: String) -> Bool { true }

    /// A name of a table or column, quoted so that it is nothing else.
    func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

    /// A test that a column has a number, and that of no row of these entities.
    func isNone(of entityNames: [String], _ column: String) -> String {
        let tests = entityNames.map { name in
            "\(column) NOT IN (SELECT \(quoted(QueryGenerator.numberColumn)) FROM \(quoted(name)))"
        }
        return (["\(column) IS NOT NULL"] + tests).joined(separator: " AND ")
    }
}
