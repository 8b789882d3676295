import SignalsSQL
import SignalsStoreCore

/// PostgreSQL's SQL, for the conditions that the server judges as Swift does (`isExact`).
struct PostgresDialect: SQLDialect {
    private let schema: String
    private let entityNames: Set<String>

    init(_ tables: PostgresTables) {
        schema = tables.quotedSchema
        entityNames = tables.entityNames
    }

    func keeps(_ entityName: String) -> Bool { entityNames.contains(entityName) }
    func quoted(_ name: String) -> String { PostgresName.quoted(name) }
    func table(_ name: String) -> String { schema + "." + quoted(name) }

    // The server finds out the type of no value by itself.
    func placeholder(_ position: Int, _ type: AttributeType) -> String { "$\(position)::\(type.column.name)" }
    func setPlaceholder(_ position: Int, _ type: AttributeType) -> String { placeholder(position, type) + "[]" }
    var writesNull: Bool { true }
    func boolean(_ value: Bool) -> String { value ? "TRUE" : "FALSE" }
    var noLimit: StoredValue { .null }
    var subqueryAlias: String { " AS counted" }

    // The indexes have nil first too.
    func direction(isAscending: Bool) -> String { isAscending ? " NULLS FIRST" : " DESC NULLS LAST" }

    // The columns have the order of bytes, and texts are kept in normal form.
    func collation(for type: AttributeType) -> String { "" }
    func collation(for order: TextOrder) -> String { "" }
    func terms(_ expression: String, by collation: Collation) -> [String] { [expression] }
    func equality(for type: AttributeType) -> String { "" }
    var textCollation: String { "" }

    func isNotDistinct(_ left: String, _ right: String) -> String { "\(left) IS NOT DISTINCT FROM \(right)" }

    // An index serves an equality only.
    func isNotDistinct(_ left: String, _ right: String, value: String, isNull: Bool) -> String {
        isNull ? "\(value) IS NULL" : "\(value) IS NOT NULL AND \(left) = \(right)"
    }

    func isNumber(_ expression: String) -> String { "\(expression) <> 'NaN'" }

    // All of them, as an array: a statement has one text, however many values there are.
    var greatestListLength: Int { -1 }
    func isElement(_ expression: String, of set: String) -> String { "\(expression) = ANY(\(set))" }

    func aggregate(_ kind: Aggregation.Kind, _ type: AttributeType, _ column: String) -> String {
        let isFloating = type.column == .double || type.column == .real || type == .decimal
        let number = isFloating ? "CASE WHEN \(isNumber(column)) THEN \(column) END" : column
        return switch kind {
        case .rows: "COUNT(*)"
        case .count: "COUNT(\(column))"
        case .countDistinct: "COUNT(DISTINCT \(column))"
        // In the digits of the greatest type: a sum that has no place in an integer is found out here.
        case .sum, .average: "SUM(\(column))::numeric"
        case .minimum: "MIN(\(number))"
        case .maximum: "MAX(\(number))"
        }
    }

    // It is beside the bound of the test, which no index serves.
    var writesRangeOfPrefix: Bool { false }

    // Nil for a text that is not ASCII, unless not even its scalars are as they would have to be. A line that ends with two
    // characters has one less than it seems.
    func text(_ test: QueryExpression.TextTest, _ left: String, _ right: String) -> String {
        let isPlain = "octet_length(\(left)) = char_length(\(left))"
        if let found = found(test, left, right) {
            return "CASE WHEN NOT \(found) THEN FALSE WHEN \(isPlain) THEN TRUE END"
        }
        let small = "lower(\(left))"
        let (plain, found) =
            switch test {
            case .equalsAnyCase: (isPlain, "\(small) = \(right)")
            case .containsAnyCase, .localizedStandardContains: (isPlain, "strpos(\(small), \(right)) > 0")
            case .startsWithAnyCase: (isPlain, "starts_with(\(small), \(right))")
            case .endsWithAnyCase: (isPlain, "right(\(small), length(\(right))) = \(right)")
            case .like: (isPlain + hasNoPairs(left), "\(left) LIKE \(right)")
            case .likeAnyCase: (isPlain + hasNoPairs(left), "\(small) LIKE \(right)")
            case .contains, .startsWith, .endsWith, .matches, .caseInsensitiveCompare, .localizedCompare:
                (boolean(false), "NULL")
            }
        return "CASE WHEN \(plain) THEN \(found) END"
    }

    /// Returns the condition that a text has the scalars of another where a test looks for it, without which it cannot have
    /// its characters; nil for a test of other characters.
    private func found(_ test: QueryExpression.TextTest, _ left: String, _ right: String) -> String? {
        switch test {
        case .contains: "strpos(\(left), \(right)) > 0"
        case .startsWith: "starts_with(\(left), \(right))"
        case .endsWith: "(right(\(left), length(\(right))) = \(right))"
        default: nil
        }
    }

    /// Returns the condition that no character of a text is stored as two.
    private func hasNoPairs(_ text: String) -> String {
        " AND strpos(\(text), chr(13)) = 0 AND strpos(\(text), chr(1)) = 0"
    }

    // The members below are not used in exact conditions, and a column is never replaced by the kept text.
    func exact(_ column: String, kept: String, name: String) -> String { column }
    func kept(_ kept: String?, _ assignments: [(name: String, value: String)]) -> String { kept ?? "NULL" }
    func count(_ type: AttributeType, _ expression: String) -> String { "octet_length(\(expression))" }
    func unwrap(_ expression: String) -> String { expression }
    func numbers(matching pattern: String, in entityName: String) -> String { "NULL" }
    func relevance(of texts: [String], to sought: String, isBeingTyped: String) -> String { "NULL" }

    func arithmetic(
        _ operation: QueryExpression.ArithmeticOperation, _ type: AttributeType, _ left: String, _ right: String
    ) -> String { "NULL" }
}
