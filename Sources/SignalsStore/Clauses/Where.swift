import Foundation

/// The condition on the objects that a fetch finds.
///
/// ```swift
/// Where(\.name == "Jane Smith" && \.age > 30)
/// Where(#Predicate<Person> { $0.name.contains("Smith") })
/// Where("name", isEqualTo: "Jane Smith")
/// Where("age > %@ AND name BEGINSWITH[c] %@", 30, "j")
/// ```
/// Values are always bound, never spliced into SQL. Several clauses in one fetch must all hold.
public struct Where<Object: ManagedObject>: FetchClause {
    private let condition: Result<ObjectCondition, any Error>

    private init(condition: Result<ObjectCondition, any Error>) { self.condition = condition }

    /// The objects for which a predicate holds.
    public init(_ predicate: Predicate<Object>) { condition = .success(ObjectCondition(predicate)) }

    /// The objects for which a comparison of key paths holds, such as `Where(\.name == "Jane Smith")`.
    public init(_ condition: Where<Object>) { self = condition }

    /// All objects, or none.
    public init(_ value: Bool) { self.init(value ? "TRUEPREDICATE" : "FALSEPREDICATE") }

    /// The objects for which a format string holds.
    ///
    /// It supports `=`, `==`, `!=`, `<>`, `<`, `<=`, `>`, `>=`, `IN`, `BETWEEN`, `BEGINSWITH`, `ENDSWITH`, `CONTAINS`,
    /// `LIKE` (with `*` and `?`), each of the last four and `==` also without regard to case, such as `LIKE[c]`; `AND`,
    /// `OR`, `NOT` and their signs `&&`, `||`, `!`; parentheses; numbers, texts in quotes, `TRUE`, `FALSE`, `NIL`;
    /// lists in braces; `TRUEPREDICATE` and `FALSEPREDICATE`. Words are the names of attributes, or paths to them.
    ///
    /// - Parameters:
    ///   - format: the condition. `%@` stands for a value, `%d` for an integer, `%K` for the name of an attribute.
    ///   - arguments: the values of the placeholders, in their order. A mistake is thrown, such as `PredicateFormatError`
    ///     with its position, by the fetch that the clause is given to.
    public init(_ format: String, _ arguments: (any Sendable)?...) {
        condition = Result { try FormatParser.parse(format, arguments).condition }
    }

    /// The objects whose attribute has a value.
    ///
    /// - Parameters:
    ///   - name: the attribute's name, or a path to it.
    ///   - value: the value; nil for none.
    public init<Value: AttributeValue>(_ name: String, isEqualTo value: Value?) {
        self.init("%K == %@", name, value)
    }

    /// The objects whose attribute has one of some values.
    ///
    /// - Parameters:
    ///   - name: the attribute's name, or a path to it.
    ///   - values: the values.
    public init<Values: Collection & Sendable>(_ name: String, isMemberOf values: Values)
    where Values.Element: AttributeValue {
        self.init("%K IN %@", name, Array(values) as [any AttributeValue])
    }

    /// Adds the condition to those of a request.
    ///
    /// - Throws: `PredicateFormatError`.
    public func apply(to request: inout FetchRequest<Object>) throws {
        let condition = try condition.get()
        request.condition = request.condition.map { $0.and(condition) } ?? condition
    }

    /// Objects for which both clauses hold.
    public static func && (left: Where, right: Where) -> Where {
        Where(condition: Result { try left.condition.get().and(right.condition.get()) })
    }

    /// Objects for which at least one of the clauses holds.
    public static func || (left: Where, right: Where) -> Where {
        Where(condition: Result { try left.condition.get().or(right.condition.get()) })
    }

    /// Objects for which the clause does not hold.
    public static prefix func ! (clause: Where) -> Where {
        Where(condition: clause.condition.map(\.negated))
    }
}
