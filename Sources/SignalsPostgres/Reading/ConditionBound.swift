import Foundation
import SignalsStoreCore

/// The side on which a condition that the server judges may be wrong.
enum ConditionBound: Sendable {
    /// It holds wherever the exact one holds, and maybe elsewhere.
    case upper
    /// It holds only where the exact one holds.
    case lower

    fileprivate var opposite: ConditionBound { self == .upper ? .lower : .upper }
}

extension QueryExpression {
    /// A condition that the server judges, and that holds wherever this one does; nil if there is no such condition.
    ///
    /// A computation on a text is exact on the server where the text is ASCII. Elsewhere it is taken to hold, unless the
    /// server sees that it cannot, so that few rows are left to be judged here.
    var upperBound: QueryExpression? { bounded(.upper) }

    // Nil if nothing is known: then an upper bound holds for every row, and a lower bound for none. An optional
    // condition is nil just where this is.
    private func bounded(_ bound: ConditionBound) -> QueryExpression? {
        if isExact { return self }
        guard type == .boolean else { return nil }
        switch node {
        case .and(let left, let right):
            return joined(left, right, bound, needsBoth: bound == .lower) { .and($0, $1) }
        case .or(let left, let right):
            return joined(left, right, bound, needsBoth: bound == .upper) { .or($0, $1) }
        case .not(let inner): return inner.bounded(bound.opposite).map { with(.not($0)) }
        case .compare(let comparison, let left, let right): return compared(comparison, left, right, bound)
        case .text(let test, let text, let sought): return tested(test, text, sought, bound)
        case .coalesce(let left, let right):
            return joined(left, right, bound, needsBoth: true) { .coalesce($0, $1) }
        case .ifPresent(let value, let then):
            guard value.isExact else { return nil }
            return then.bounded(bound).map { with(.ifPresent(value, $0)) }
        case .conditional(let test, let yes, let no) where !isOptional:
            let alternatives = QueryExpression.boolean(
                .or(.boolean(.and(test, yes)), .boolean(.and(.boolean(.not(test)), no))))
            return alternatives.bounded(bound)
        case .related(let number, let row, let entity, let value):
            guard number.isExact else { return nil }
            return value.bounded(bound).map { with(.related(number, row, entity, $0)) }
        case .exists(let rows, let condition):
            guard rows.owner.isExact else { return nil }
            guard let condition = condition?.bounded(bound) else {
                return bound == .upper ? with(.exists(rows, nil)) : nil
            }
            return with(.exists(rows, condition))
        default: return nil
        }
    }

    private func with(_ node: Node) -> QueryExpression { QueryExpression(node, type, isOptional: isOptional) }

    private func joined(
        _ left: QueryExpression, _ right: QueryExpression, _ bound: ConditionBound, needsBoth: Bool,
        _ join: (QueryExpression, QueryExpression) -> Node
    ) -> QueryExpression? {
        switch (left.bounded(bound), right.bounded(bound)) {
        case (let left?, let right?): with(join(left, right))
        case (let one?, nil), (nil, let one?): needsBoth ? nil : one
        case (nil, nil): nil
        }
    }

    private func compared(
        _ comparison: Comparison, _ left: QueryExpression, _ right: QueryExpression, _ bound: ConditionBound
    ) -> QueryExpression? {
        if left.type == .decimal { return comparedDecimals(comparison, left, right) }
        guard left.type == .boolean, comparison == .equal, case .integer(let value)? = right.constant else {
            return nil
        }
        return left.bounded(value == 1 ? bound : bound.opposite).map { with(.compare(.equal, $0, right)) }
    }

    // On the server NaN is the greatest number, here the least.
    private func comparedDecimals(
        _ comparison: Comparison, _ left: QueryExpression, _ right: QueryExpression
    ) -> QueryExpression? {
        let notANumber = StoredValue.text("NaN")
        guard left.isDecimalOperand, right.isDecimalOperand, left.constant != notANumber, right.constant != notANumber
        else { return nil }
        func isNone(_ operand: QueryExpression) -> QueryExpression {
            .boolean(.compare(.equal, operand, QueryExpression(.value(notANumber), .decimal)))
        }
        switch (comparison, left.constant, right.constant) {
        case (.equal, _, _): return self
        case (.less, nil, _?), (.lessOrEqual, nil, _?): return .boolean(.or(isNone(left), self))
        case (.greater, nil, _?), (.greaterOrEqual, nil, _?):
            return .boolean(.and(.boolean(.not(isNone(left))), self))
        case (.greater, _?, nil), (.greaterOrEqual, _?, nil): return .boolean(.or(isNone(right), self))
        case (.less, _?, nil), (.lessOrEqual, _?, nil): return .boolean(.and(.boolean(.not(isNone(right))), self))
        default: return nil
        }
    }

    /// True for a decimal that is kept, or given: what is computed has more digits on the server.
    private var isDecimalOperand: Bool {
        switch node {
        case .attribute, .value: true
        default: false
        }
    }

    // The dialect gives nil where the server does not know.
    private func tested(
        _ test: TextTest, _ text: QueryExpression, _ sought: QueryExpression, _ bound: ConditionBound
    ) -> QueryExpression? {
        guard !text.isOptional, text.isExact, case .text(let sought)? = sought.constant,
            let sought = test.soughtByServer(sought)
        else { return nil }
        let tested = QueryExpression(
            .text(test, text, QueryExpression(.value(.text(sought)), .string)), .boolean, isOptional: true)
        let unknown = QueryExpression(.value(.integer(bound == .upper ? 1 : 0)), .boolean)
        let bounded = QueryExpression.boolean(.coalesce(tested, unknown))
        guard test == .startsWith, let range = NormalForm.range(startingWith: sought) else { return bounded }
        func compared(_ comparison: Comparison, _ other: String) -> QueryExpression {
            .boolean(.compare(comparison, text, QueryExpression(.value(.text(other)), .string)))
        }
        let isInRange = QueryExpression.boolean(
            .and(compared(.greaterOrEqual, range.start), compared(.less, range.end)))
        return .boolean(.and(isInRange, bounded))
    }
}

extension QueryExpression.TextTest {
    /// The text with which the server makes the test; nil where it cannot.
    fileprivate func soughtByServer(_ text: String) -> String? {
        // Together, 13 and 10 are one character; what is below 2 is kept as two bytes, the second of which is below 3.
        guard text.utf8.allSatisfy({ $0 >= 3 && $0 != 10 && $0 != 13 }) else { return nil }
        if [.contains, .startsWith, .endsWith].contains(self) {
            let text = NormalForm.composed(text)
            return NormalForm.isStable(text) ? text : nil
        }
        guard text.utf8.allSatisfy({ $0 < 128 }) else { return nil }
        switch self {
        case .equalsAnyCase, .containsAnyCase, .startsWithAnyCase, .endsWithAnyCase: return text.lowercased()
        case .like: return LikePattern(text).sql
        case .likeAnyCase: return LikePattern(text.lowercased()).sql
        case .localizedStandardContains:
            return text.isEmpty || Self.hasOtherSmallLetters ? nil : text.lowercased()
        case .contains, .startsWith, .endsWith, .matches, .caseInsensitiveCompare, .localizedCompare: return nil
        }
    }

    /// True in the locales in which the small letter of I is not i.
    private static var hasOtherSmallLetters: Bool {
        ["tr", "az", "lt"].contains(Locale.current.language.languageCode?.identifier ?? "")
    }
}
