import SignalsStoreCore

// Conditions on related rows as sets of numbers. A set is found once, by an index where there is one, and the rows that
// have one of its numbers are found by theirs; a look at the related rows would be one for each row.
extension QueryGenerator {
    /// Returns the condition that the related row is one of those that fulfil the condition.
    mutating func isFound(_ related: ConditionOnRelatedRow) -> String {
        var related = related
        var set = numbers(of: related) { $0.sql(related.condition) }
        while case .related(let number, let row, let entity, let reference) = related.number.node {
            related = ConditionOnRelatedRow(number: number, row: row, entity: entity, condition: reference)
            set = numbers(of: related) { "\($0.sql(reference)) IN (\(set))" }
        }
        return isIn(related.number, set)
    }

    private mutating func numbers(
        of related: ConditionOnRelatedRow, where condition: (inout QueryGenerator) -> String
    ) -> String {
        let condition = inRow(related.row, related.entity, condition)
        let number = column(Self.numberColumn, of: related.row)
        return "SELECT \(number) FROM \(source(related.entity)) AS \(Self.alias(of: related.row)) WHERE \(condition)"
    }

    private mutating func isIn(_ number: QueryExpression, _ set: String) -> String {
        let operand = sql(number)
        let test = "\(operand) IN (\(set))"
        return number.isOptional ? "(\(operand) IS NOT NULL AND \(test))" : "(\(test))"
    }

    /// Returns the condition that related rows exist.
    package mutating func exists(_ rows: RelatedRows, _ condition: QueryExpression?) -> String {
        guard findsSets, let condition, condition.isSelective, !condition.canFail, !rows.owner.canFail,
            condition.readsOnly(from: rows.row)
        else { return "EXISTS (SELECT 1 \(members(rows, condition)))" }
        return isIn(rows.owner, owners(of: rows, condition))
    }

    /// The numbers of the rows that are related to rows that fulfil the condition.
    private mutating func owners(of rows: RelatedRows, _ condition: QueryExpression) -> String {
        let table = "\(source(rows.entity)) AS \(Self.alias(of: rows.row))"
        let condition = inRow(rows.row, rows.entity) { $0.sql(condition) }
        switch rows.path {
        case .column(let index):
            let owner = column(rows.entity.attributes[index].name, of: rows.row)
            // The condition first, which leaves out more.
            return "SELECT \(owner) FROM \(table) WHERE \(condition) AND \(owner) IS NOT NULL"
        case .links(let links, let side):
            let pairs = "l\(rows.row.depth)"
            let number = column(Self.numberColumn, of: rows.row)
            return
                "SELECT \(pairs).\(JoinTable.column(side)) FROM \(table) JOIN \(dialect.table(links.name)) AS \(pairs) "
                + "ON \(number) = \(pairs).\(JoinTable.column(side.opposite)) WHERE \(condition)"
        }
    }
}

/// A condition that holds where a related row fulfils another, and does not where there is no such row.
struct ConditionOnRelatedRow {
    /// The number of the related row.
    let number: QueryExpression
    /// The name of the related row in the condition.
    let row: QueryRow
    let entity: EntitySchema
    let condition: QueryExpression
}

extension QueryExpression {
    /// The expression as a condition on one related row; nil where it is something else, or looks at rows beside that,
    /// or can fail.
    var conditionOnRelatedRow: ConditionOnRelatedRow? {
        switch node {
        case .compare(let comparison, let left, let right):
            if let value = right.constant, !value.isNull {
                return left.related { .boolean(.compare(comparison, $0, right)) }
            }
            if let value = left.constant, !value.isNull {
                return right.related { .boolean(.compare(comparison, left, $0)) }
            }
            return nil
        case .isOneOf(let element, let values) where !values.contains(where: \.isNull):
            return element.related { .boolean(.isOneOf($0, values)) }
        case .coalesce(let value, let fallback) where type == .boolean && fallback.constant == .integer(0):
            return value.related { .boolean(.compare(.equal, $0, Self.yes)) }
        default: return nil
        }
    }

    private static let yes = QueryExpression(.value(.integer(1)), .boolean)

    private func related(_ condition: (QueryExpression) -> QueryExpression) -> ConditionOnRelatedRow? {
        guard case .related(let number, let row, let entity, let value) = node, !canFail, value.readsOnly(from: row)
        else {
            return nil
        }
        return ConditionOnRelatedRow(number: number, row: row, entity: entity, condition: condition(value))
    }

    /// An equivalent that an index can serve, where Swift compares an optional Boolean with true.
    var simplified: QueryExpression {
        guard type == .boolean else { return self }
        switch node {
        case .compare(.equal, let value, let yes) where yes.constant == .integer(1) && value.type == .boolean:
            return value.isTrue ?? self
        case .coalesce(let value, let no) where no.constant == .integer(0): return value.isTrue ?? self
        default: return self
        }
    }

    /// The condition that a computed Boolean is neither nil nor false.
    private var isTrue: QueryExpression? {
        switch node {
        case .ifPresent(let value, let then) where !then.canFail && !then.isOptional:
            let null = QueryExpression(.value(.null), value.type, isOptional: true)
            let wrapped = QueryExpression(value.node, value.type, isOptional: true)
            return .boolean(.and(.boolean(.not(.boolean(.compare(.equal, wrapped, null)))), then))
        case .compare, .and, .or, .not, .isOneOf, .exists: return isOptional ? nil : self
        case .text: return isOptional ? nil : self
        default: return nil
        }
    }

    /// True if a condition finds at most a few rows of a table, by their numbers or by a unique value: those are looked
    /// at faster than any set is found.
    func findsFewRows(of entity: EntitySchema) -> Bool {
        guard case .or = node else { return terms.contains { $0.findsRows(of: entity) } }
        return false
    }

    private func findsRows(of entity: EntitySchema) -> Bool {
        if case .isOneOf(let element, _) = node { return element.column == Column(row: .fetched, attribute: nil) }
        guard let column = equality?.column, column.row == .fetched else { return false }
        return column.attribute.map { entity.attributes[$0].isUnique } ?? true
    }

    /// True if a condition leaves out most rows, as far as one can see: an equality does, and a search for a text.
    var isSelective: Bool {
        terms.contains { term in
            switch term.simplified.node {
            case .compare(.equal, let left, let right):
                left.type != .boolean && left.constant?.isNull != true && right.constant?.isNull != true
            case .isOneOf, .text, .matches: true
            case .exists(_, let condition): condition?.isSelective ?? false
            case .or: term.terms.allSatisfy(\.isSelective)
            default: false
            }
        }
    }

    /// True if it looks at a row, and at those that it finds from there, and at none around it.
    func readsOnly(from row: QueryRow) -> Bool {
        switch node {
        case .objectID(let other), .attribute(_, let other), .matches(_, let other): other.depth >= row.depth
        case .value: true
        case .not(let inner), .isOneOf(let inner, _), .count(let inner), .unwrap(let inner): inner.readsOnly(from: row)
        case .and, .or: terms.allSatisfy { $0.readsOnly(from: row) }
        case .compare(_, let left, let right), .text(_, let left, let right), .coalesce(let left, let right),
            .ifPresent(let left, let right), .arithmetic(_, let left, let right):
            left.readsOnly(from: row) && right.readsOnly(from: row)
        case .conditional(let test, let yes, let no):
            test.readsOnly(from: row) && yes.readsOnly(from: row) && no.readsOnly(from: row)
        case .related(let number, _, _, let value): number.readsOnly(from: row) && value.readsOnly(from: row)
        case .exists(let rows, let condition), .countRows(let rows, let condition):
            rows.owner.readsOnly(from: row) && condition?.readsOnly(from: row) ?? true
        }
    }
}
