import SignalsSQL
import SignalsStoreCore

/// SQLite, with the functions and collations that `SQLiteConnection` adds to it.
package struct SQLiteDialect: SQLDialect {
    package static let textCollation = "SIGNALS_TEXT"
    package static let decimalCollation = "SIGNALS_DECIMAL"
    package static let decimalSortCollation = "SIGNALS_DECIMAL_SORT"

    /// The entities that the file keeps; nil where that is not asked for.
    package var entities: Set<String>?
    /// True if integers are added up by functions of ours, whose sum may be greater meanwhile than an integer can be;
    /// SQLite's own fails then.
    package var addsByFunctions = false

    package init(entities: Set<String>? = nil) {
        self.entities = entities
    }

    package func keeps(_ entityName: String) -> Bool { entities?.contains(entityName) ?? true }

    package func placeholder(_ position: Int, _ type: AttributeType) -> String { "?\(position)" }

    // Texts are kept in normal form, so that their bytes are compared.
    package func collation(for type: AttributeType) -> String {
        type == .decimal ? " COLLATE \(Self.decimalCollation)" : ""
    }

    package func sortCollation(for type: AttributeType) -> String {
        type == .decimal ? " COLLATE \(Self.decimalSortCollation)" : ""
    }

    package func collation(for order: TextOrder) -> String {
        order == .swift ? "" : " COLLATE \(Self.name(of: order))"
    }

    // Keys are made once for each row, and compared byte by byte; a collation is called for each pair.
    package func terms(_ expression: String, by collation: Collation) -> [String] {
        Collation.hasKeys
            ? ["signals_collation_key(\(expression), \(literal(collation.identifier)))", expression]
            : [expression + self.collation(for: .collated(collation))]
    }

    // Each number has one way in which it is kept.
    package func equality(for type: AttributeType) -> String { "" }

    package var textCollation: String { " COLLATE \(Self.textCollation)" }

    package func exact(_ column: String, kept: String, name: String) -> String {
        "CASE WHEN \(kept) IS NULL THEN \(column) ELSE signals_exact(\(column), \(kept), \(literal(name))) END"
    }

    package func kept(_ kept: String?, _ assignments: [(name: String, value: String)]) -> String {
        self.kept(kept, terms: assignments.map { keptTerm($0.name, $0.value) })
    }

    package func kept(_ kept: String?, terms: [String]) -> String { "signals_kept(\(kept ?? "NULL")\(terms.joined()))" }

    /// Returns the assignment of a value to a column, among the terms of `kept`.
    package func keptTerm(_ name: String, _ value: String) -> String { ", \(literal(name)), \(value)" }

    /// The beginning of the names of collations that are orders of locales.
    package static let localePrefix = "SIGNALS_LOCALE_"

    package static func name(of order: TextOrder) -> String {
        switch order {
        case .swift: textCollation
        case .collated(let collation): "\"\(localePrefix)\(collation.identifier)\""
        #if canImport(Darwin)
            case .lexical: "SIGNALS_LEXICAL"
            case .localized: "SIGNALS_LOCALIZED"
            case .localizedStandard: "SIGNALS_LOCALIZED_STANDARD"
        #endif
        }
    }

    package func isNotDistinct(_ left: String, _ right: String) -> String { "\(left) IS \(right)" }

    // A NaN is kept as a blob, and a blob is greater than every number.
    package func isNumber(_ expression: String) -> String { "\(expression) <= 9e999" }

    package func text(_ test: QueryExpression.TextTest, _ left: String, _ right: String) -> String {
        "\(Self.function(test))(\(left), \(right))"
    }

    /// The name of the index of words of an entity. No class has a name with a point.
    package static func searchIndex(of entityName: String) -> String { "signals_\(entityName).search" }

    package func numbers(matching pattern: String, in entityName: String) -> String {
        let index = quoted(Self.searchIndex(of: entityName))
        return "SELECT rowid FROM \(index) WHERE \(index) MATCH \(pattern)"
    }

    package func relevance(of texts: [String], to sought: String, isBeingTyped: String) -> String {
        "signals_relevance(\(([sought, isBeingTyped] + texts).joined(separator: ", ")))"
    }

    package static func function(_ test: QueryExpression.TextTest) -> String { "signals_\(test.rawValue)" }

    package func count(_ type: AttributeType, _ expression: String) -> String {
        type == .string ? "signals_count(\(expression))" : "length(\(expression))"
    }

    // SQLite accepts 32,766 bound values in a statement, which may have other lists.
    package var greatestListLength: Int { 10_000 }

    package func isElement(_ expression: String, of set: String) -> String {
        "signals_is_element(\(expression), \(set))"
    }

    package func arithmetic(
        _ operation: QueryExpression.ArithmeticOperation, _ type: AttributeType, _ left: String, _ right: String
    ) -> String {
        "\(Self.function(operation, type))(\(left), \(right))"
    }

    package static func function(_ operation: QueryExpression.ArithmeticOperation, _ type: AttributeType) -> String {
        "signals_\(operation.rawValue)_\(type.rawValue)"
    }

    package func unwrap(_ expression: String) -> String { "signals_unwrap(\(expression))" }

    package func aggregate(_ kind: Aggregation.Kind, _ type: AttributeType, _ column: String) -> String {
        switch kind {
        case .rows: "COUNT(*)"
        case .count: "COUNT(\(column))"
        case .countDistinct: "COUNT(DISTINCT \(column)\(collation(for: type)))"
        case .sum where isAddedUp(type): "COALESCE(SUM(\(column)), 0)"
        case .average where isAddedUp(type): "CAST(SUM(\(column)) AS REAL) / COUNT(\(column))"
        case .sum, .average: "\(Self.function(kind, type))(\(column))"
        case .minimum: "MIN(\(withoutNaN(type, column)))"
        case .maximum: "MAX(\(withoutNaN(type, column)))"
        }
    }

    /// True if SQLite adds up values of the type as we do, or fails.
    private func isAddedUp(_ type: AttributeType) -> Bool {
        switch type {
        case .integer8, .integer16, .integer32, .integer64: !addsByFunctions
        default: false
        }
    }

    /// The name of the function that computes a sum or an average.
    package static func function(_ kind: Aggregation.Kind, _ type: AttributeType) -> String {
        "signals_\(kind == .sum ? "sum" : "average")_\(type.rawValue)"
    }

    private func withoutNaN(_ type: AttributeType, _ column: String) -> String {
        if type.isFloating { return "CASE WHEN \(isNumber(column)) THEN \(column) END" }
        guard type == .decimal else { return column + collation(for: type) }
        return "CASE WHEN \(column) <> 'NaN' THEN \(column) END\(collation(for: type))"
    }
}
