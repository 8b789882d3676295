/// SQLite, with the functions and collations that `SQLiteConnection` adds to it.
struct SQLiteDialect: SQLDialect {
    static let textCollation = "SIGNALS_TEXT"
    static let decimalCollation = "SIGNALS_DECIMAL"

    /// The entities that the file keeps; nil where that is not asked for.
    var entities: Set<String>?

    func keeps(_ entityName: String) -> Bool { entities?.contains(entityName) ?? true }

    func placeholder(_ position: Int) -> String { "?\(position)" }

    // Texts are kept in normal form, so that their bytes are compared.
    func collation(for type: AttributeType) -> String {
        type == .decimal ? " COLLATE \(Self.decimalCollation)" : ""
    }

    func collation(for order: TextOrder) -> String {
        order == .swift ? "" : " COLLATE \(Self.name(of: order))"
    }

    // Keys are made once for each row, and compared byte by byte; a collation is called for each pair.
    func terms(_ expression: String, by collation: Collation) -> [String] {
        Collation.hasKeys
            ? ["signals_collation_key(\(expression), \(literal(collation.identifier)))", expression]
            : [expression + self.collation(for: .collated(collation))]
    }

    // Each number has one way in which it is kept.
    func equality(for type: AttributeType) -> String { "" }

    var textCollation: String { " COLLATE \(Self.textCollation)" }

    func exact(_ column: String, kept: String, name: String) -> String {
        "CASE WHEN \(kept) IS NULL THEN \(column) ELSE signals_exact(\(column), \(kept), \(literal(name))) END"
    }

    func kept(_ kept: String?, _ assignments: [(name: String, value: String)]) -> String {
        self.kept(kept, terms: assignments.map { keptTerm($0.name, $0.value) })
    }

    func kept(_ kept: String?, terms: [String]) -> String { "signals_kept(\(kept ?? "NULL")\(terms.joined()))" }

    /// That a column is given a value, among the terms of `kept`.
    func keptTerm(_ name: String, _ value: String) -> String { ", \(literal(name)), \(value)" }

    static func name(of order: TextOrder) -> String {
        switch order {
        case .swift: textCollation
        case .collated(let collation): "\"\(SQLiteCollations.localePrefix)\(collation.identifier)\""
        #if canImport(Darwin)
            case .lexical: "SIGNALS_LEXICAL"
            case .localized: "SIGNALS_LOCALIZED"
            case .localizedStandard: "SIGNALS_LOCALIZED_STANDARD"
        #endif
        }
    }

    func isNotDistinct(_ left: String, _ right: String) -> String { "\(left) IS \(right)" }

    // A NaN is kept as a blob, and a blob is greater than every number.
    func isNumber(_ expression: String) -> String { "\(expression) <= 9e999" }

    func text(_ test: QueryExpression.TextTest, _ left: String, _ right: String) -> String {
        "\(Self.function(test))(\(left), \(right))"
    }

    static func function(_ test: QueryExpression.TextTest) -> String { "signals_\(test.rawValue)" }

    func count(_ type: AttributeType, _ expression: String) -> String {
        type == .string ? "signals_count(\(expression))" : "length(\(expression))"
    }

    // SQLite accepts 32,766 bound values in a statement, which may have other lists.
    var greatestListLength: Int { 10_000 }

    func isElement(_ expression: String, of set: String) -> String { "signals_is_element(\(expression), \(set))" }

    func arithmetic(
        _ operation: QueryExpression.ArithmeticOperation, _ type: AttributeType, _ left: String, _ right: String
    ) -> String {
        "\(Self.function(operation, type))(\(left), \(right))"
    }

    static func function(_ operation: QueryExpression.ArithmeticOperation, _ type: AttributeType) -> String {
        "signals_\(operation.rawValue)_\(type.rawValue)"
    }

    func unwrap(_ expression: String) -> String { "signals_unwrap(\(expression))" }

    func aggregate(_ kind: Aggregation.Kind, _ type: AttributeType, _ column: String) -> String {
        switch kind {
        case .rows: "COUNT(*)"
        case .count: "COUNT(\(column))"
        case .countDistinct: "COUNT(DISTINCT \(column)\(collation(for: type)))"
        case .sum: "signals_sum('\(type.rawValue)', \(column))"
        case .average: "signals_average('\(type.rawValue)', \(column))"
        case .minimum: "MIN(\(withoutNaN(type, column)))"
        case .maximum: "MAX(\(withoutNaN(type, column)))"
        }
    }

    private func withoutNaN(_ type: AttributeType, _ column: String) -> String {
        if type.isFloating { return "CASE WHEN \(isNumber(column)) THEN \(column) END" }
        guard type == .decimal else { return column + collation(for: type) }
        return "CASE WHEN \(column) <> 'NaN' THEN \(column) END\(collation(for: type))"
    }
}
