/// A condition on a row, or a value computed from one, in terms that any SQL dialect can express.
///
/// A Boolean expression is true or false for every row, never unknown: nil is compared as Swift compares it.
package struct QueryExpression: Sendable {
    package let node: Node
    package let type: AttributeType
    package let isOptional: Bool

    package indirect enum Node: Sendable {
        case objectID(of: QueryRow)
        case attribute(Int, of: QueryRow)
        case value(StoredValue)
        case compare(Comparison, QueryExpression, QueryExpression)
        case and(QueryExpression, QueryExpression)
        case or(QueryExpression, QueryExpression)
        case not(QueryExpression)
        case isOneOf(QueryExpression, [StoredValue])
        case text(TextTest, QueryExpression, QueryExpression)
        /// True if texts of a row have what is sought.
        case matches(ColumnSearch, of: QueryRow)
        /// The number of characters that a text has, or bytes a blob.
        case count(QueryExpression)
        case arithmetic(ArithmeticOperation, QueryExpression, QueryExpression)
        /// The first, or the second where the first is nil.
        case coalesce(QueryExpression, QueryExpression)
        /// The value, or an error where it is nil.
        case unwrap(QueryExpression)
        /// Nil where the first is nil, else the second.
        case ifPresent(QueryExpression, QueryExpression)
        case conditional(QueryExpression, QueryExpression, QueryExpression)
        /// An expression over another row, of the entity, whose number is given; nil where there is none.
        case related(QueryExpression, QueryRow, EntitySchema, QueryExpression)
        /// True if there are related rows for which the condition holds.
        case exists(RelatedRows, QueryExpression?)
        /// The number of them.
        case countRows(RelatedRows, QueryExpression?)
    }

    package enum Comparison: Sendable { case equal, less, lessOrEqual, greater, greaterOrEqual }
    /// Tests of texts, by characters. Those of any case compare what both are in small letters; the last two give a
    /// `ComparisonResult`'s raw value.
    package enum TextTest: String, Sendable, CaseIterable {
        case contains, startsWith, endsWith, like, matches, localizedStandardContains
        case equalsAnyCase, containsAnyCase, startsWithAnyCase, endsWithAnyCase, likeAnyCase
        case caseInsensitiveCompare, localizedCompare
    }
    package enum ArithmeticOperation: String, Sendable, CaseIterable { case add, subtract, multiply, divide, remainder }

    package init(_ node: Node, _ type: AttributeType, isOptional: Bool = false) {
        self.node = node
        self.type = type
        self.isOptional = isOptional
    }

    /// The condition that the fetched object is one of those with these numbers.
    package static func objectID(isOneOf numbers: some Sequence<Int64>) -> QueryExpression {
        .boolean(.isOneOf(QueryExpression(.objectID(of: .fetched), .integer64), numbers.map(StoredValue.integer)))
    }

    package static func boolean(_ node: Node) -> QueryExpression { QueryExpression(node, .boolean) }

    /// The value, when it is the same for every row.
    package var constant: StoredValue? {
        if case .value(let value) = node { value } else { nil }
    }

    /// True if it looks at other rows than the one that is fetched or not, so that changes of those concern it.
    package var looksAtOtherRows: Bool { !otherEntities.isEmpty }

    /// The entities of these rows.
    package var otherEntities: [EntitySchema] {
        switch node {
        case .related(let number, _, let entity, let value): [entity] + number.otherEntities + value.otherEntities
        case .exists(let rows, let condition), .countRows(let rows, let condition):
            [rows.entity] + rows.owner.otherEntities + (condition?.otherEntities ?? [])
        case .objectID, .attribute, .value, .matches: []
        case .not(let inner), .isOneOf(let inner, _), .count(let inner), .unwrap(let inner): inner.otherEntities
        case .and, .or: terms.flatMap(\.otherEntities)
        case .compare(_, let left, let right),
            .text(_, let left, let right), .coalesce(let left, let right), .ifPresent(let left, let right),
            .arithmetic(_, let left, let right):
            left.otherEntities + right.otherEntities
        case .conditional(let test, let yes, let no): test.otherEntities + yes.otherEntities + no.otherEntities
        }
    }

    /// True if evaluating it can stop the fetch, so that it must not be evaluated where Swift would not.
    package var canFail: Bool {
        switch node {
        case .objectID, .attribute, .value, .matches: false
        case .arithmetic, .unwrap: true
        case .not(let inner), .isOneOf(let inner, _), .count(let inner): inner.canFail
        case .and, .or: terms.contains(where: \.canFail)
        case .compare(_, let left, let right),
            .text(_, let left, let right), .coalesce(let left, let right), .ifPresent(let left, let right):
            left.canFail || right.canFail
        case .conditional(let test, let yes, let no): test.canFail || yes.canFail || no.canFail
        case .related(let number, _, _, let value): number.canFail || value.canFail
        case .exists(let rows, let condition), .countRows(let rows, let condition):
            rows.owner.canFail || condition?.canFail ?? false
        }
    }
}
