import Foundation

/// Evaluates conditions on one row in memory, with the same outcome as in a store: what would stop the program in Swift,
/// such as an overflow, is an error here too.
package struct RowEvaluation {
    /// A row that is looked at.
    package struct Row {
        package let number: Int64
        /// The value of a column of the entity.
        package let value: (Int) throws -> StoredValue

        package init(number: Int64, value: @escaping (Int) throws -> StoredValue) {
            self.number = number
            self.value = value
        }
    }

    /// The row, and those that enclose each other in what is being evaluated, by their depth.
    private var rows: [Row]
    /// The other rows that conditions look at; nil where there are none.
    private let others: (any RowLookup)?

    /// An evaluation of a row of a table, with the tables of other rows.
    package init(_ row: StoredRow, among tables: any RowLookup) { self.init(Self.row(of: row), among: tables) }

    /// An evaluation of a row, with the other rows that it may be related to.
    package init(_ row: Row, among others: (any RowLookup)? = nil) {
        rows = [row]
        self.others = others
    }

    private static func row(of row: StoredRow) -> Row { Row(number: row.number, value: { row.values[$0] }) }

    /// True if a condition holds for the row.
    ///
    /// - Throws: `FetchError.evaluation`.
    package func holds(_ condition: QueryExpression) throws -> Bool { try value(of: condition) == .integer(1) }

    /// Returns what is computed from the row.
    ///
    /// - Throws: `FetchError.evaluation`.
    package func value(of expression: QueryExpression) throws -> StoredValue {
        do { return try evaluate(expression) } catch let failure as RowComputation.Failure {
            throw FetchError.evaluation(reason: failure.description)
        }
    }

    private func evaluate(_ expression: QueryExpression) throws -> StoredValue {
        switch expression.node {
        case .objectID(let row): .integer(rows[row.depth].number)
        case .attribute(let index, let row): try rows[row.depth].value(index)
        case .value(let value): value
        case .compare(let comparison, let left, let right): boolean(try compare(comparison, left, right))
        case .and(let left, let right): boolean(try isTrue(left) && isTrue(right))
        case .or(let left, let right): boolean(try isTrue(left) || isTrue(right))
        case .not(let inner): boolean(try !isTrue(inner))
        case .isOneOf(let element, let values): boolean(try isOneOf(element, values))
        case .text(let test, let left, let right):
            try RowComputation.text(test, evaluate(left), evaluate(right))
        case .matches(let search, let row): boolean(try search.matches(rows[row.depth].value))
        case .count(let inner): try RowComputation.count(evaluate(inner))
        case .arithmetic(let operation, let left, let right):
            try RowComputation.arithmetic(operation, expression.type, evaluate(left), evaluate(right))
        case .coalesce(let left, let right): try present(left) ?? evaluate(right)
        case .unwrap(let inner): try RowComputation.unwrap(evaluate(inner))
        case .ifPresent(let value, let then): try present(value) == nil ? .null : evaluate(then)
        case .conditional(let test, let yes, let no): try isTrue(test) ? evaluate(yes) : evaluate(no)
        case .related(let reference, let row, let entity, let inner):
            try referred(by: reference, entity).map { try reading(from: $0, as: row).evaluate(inner) } ?? .null
        case .exists(let rows, let condition): boolean(try members(rows).contains { try holds(condition, $0, rows) })
        case .countRows(let rows, let condition):
            .integer(Int64(try members(rows).count { try holds(condition, $0, rows) }))
        }
    }

    /// The row that a reference refers to.
    private func referred(by reference: QueryExpression, _ entity: EntitySchema) throws -> Row? {
        guard let others else { throw Self.relatedRowsAreUnknown }
        guard case .integer(let number) = try evaluate(reference) else { return nil }
        return try others.row(number, of: entity).map(Self.row)
    }

    private func members(_ related: RelatedRows) throws -> [Row] {
        guard let others else { throw Self.relatedRowsAreUnknown }
        guard case .integer(let owner) = try evaluate(related.owner) else { return [] }
        return try others.rows(related, of: owner).map(Self.row)
    }

    private func holds(_ condition: QueryExpression?, _ member: Row, _ related: RelatedRows) throws -> Bool {
        guard let condition else { return true }
        return try reading(from: member, as: related.row).isTrue(condition)
    }

    private func reading(from row: Row, as name: QueryRow) -> RowEvaluation {
        var evaluation = self
        evaluation.rows = rows.prefix(name.depth) + [row]
        return evaluation
    }

    private static let relatedRowsAreUnknown = FetchError.evaluation(
        reason: "a condition on related objects is for a store to check")

    private func boolean(_ value: Bool) -> StoredValue { .integer(value ? 1 : 0) }

    private func isTrue(_ expression: QueryExpression) throws -> Bool { try evaluate(expression) == .integer(1) }

    private func present(_ expression: QueryExpression) throws -> StoredValue? {
        let value = try evaluate(expression)
        return value.isNull ? nil : value
    }

    private func isOneOf(_ element: QueryExpression, _ values: [StoredValue]) throws -> Bool {
        let sought = try evaluate(element)
        return values.contains { RowComputation.compare(.equal, element.type, sought, $0) }
    }

    private func compare(
        _ comparison: QueryExpression.Comparison, _ left: QueryExpression, _ right: QueryExpression
    ) throws -> Bool {
        try RowComputation.compare(comparison, left.type, evaluate(left), evaluate(right))
    }
}

extension RowComputation {
    /// As Swift compares values of the type: nil equals nil, NaN equals nothing and is neither less nor greater. That of
    /// decimals equals itself and is less than every number.
    package static func compare(
        _ comparison: QueryExpression.Comparison, _ type: AttributeType, _ left: StoredValue, _ right: StoredValue
    ) -> Bool {
        if type.isFloating, left.isNaN || right.isNaN { return false }
        let left = ComparedValue(left, as: type)
        let right = ComparedValue(right, as: type)
        if left == .notANumber, case .decimal = right { return comparison == .less || comparison == .lessOrEqual }
        if right == .notANumber, case .decimal = left { return comparison == .greater || comparison == .greaterOrEqual }
        return switch comparison {
        case .equal: left == right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }
}

extension StoredValue {
    /// True if it stands for NaN, as the value of an attribute whose type has one.
    package var isNaN: Bool {
        if case .blob = self { true } else { false }
    }
}
