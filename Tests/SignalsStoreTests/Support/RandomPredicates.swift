import Foundation
import SignalsStore

/// Composes predicates out of every form that has a translation.
struct RandomPredicates {
    typealias Node<Output> = any StandardPredicateExpression<Output>
    typealias Expressions = PredicateExpressions

    private(set) var random: ReplayableGenerator
    private var object = Expressions.Variable<Sample>()

    init(random: ReplayableGenerator) { self.random = random }

    /// A predicate that is at most so deep.
    mutating func next(depth: Int = 4) -> Predicate<Sample> {
        Predicate { object in
            self.object = object
            return bool(depth)
        }
    }

    private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func element<Elements: Collection>(_ elements: Elements) -> Elements.Element {
        elements.randomElement(using: &random)!
    }
}

// Conditions.
extension RandomPredicates {
    private mutating func bool(_ depth: Int) -> Node<Bool> {
        if depth <= 0 { return condition() }
        switch pick(6) {
        case 0: return Self.and(bool(depth - 1), bool(depth - 1))
        case 1: return Self.or(bool(depth - 1), bool(depth - 1))
        case 2: return Self.not(bool(depth - 1))
        case 3: return Self.conditional(bool(depth - 1), bool(depth - 1), bool(depth - 1))
        default: return condition()
        }
    }

    private mutating func condition() -> Node<Bool> {
        switch pick(20) {
        case 0: return plain(SampleKinds.bools)
        case 1, 2: return text()
        case 3: return comparison(arithmetic(SampleKinds.ints), term(SampleKinds.ints))
        case 4: return comparison(arithmetic(SampleKinds.int8s), arithmetic(SampleKinds.int8s))
        case 5: return comparison(arithmetic(SampleKinds.uint64s), term(SampleKinds.uint64s))
        case 6: return comparison(fraction(SampleKinds.doubles), term(SampleKinds.doubles))
        case 7: return comparison(fraction(SampleKinds.floats), fraction(SampleKinds.floats))
        case 8: return comparison(sum(SampleKinds.decimals), term(SampleKinds.decimals))
        case 9: return equality(SampleKinds.urls)
        case 10: return equality(SampleKinds.datas)
        case 11: return equality(SampleKinds.frequencies)
        case 12: return equality(SampleKinds.bools)
        default: return ordered()
        }
    }

    private mutating func ordered() -> Node<Bool> {
        switch pick(16) {
        case 0: ordered(SampleKinds.ints)
        case 1: ordered(SampleKinds.int8s)
        case 2: ordered(SampleKinds.int16s)
        case 3: ordered(SampleKinds.int32s)
        case 4: ordered(SampleKinds.int64s)
        case 5: ordered(SampleKinds.uints)
        case 6: ordered(SampleKinds.uint8s)
        case 7: ordered(SampleKinds.uint16s)
        case 8: ordered(SampleKinds.uint32s)
        case 9: ordered(SampleKinds.uint64s)
        case 10: ordered(SampleKinds.doubles)
        case 11: ordered(SampleKinds.floats)
        case 12: ordered(SampleKinds.dates)
        case 13: ordered(SampleKinds.uuids)
        case 14: ordered(SampleKinds.decimals)
        default: ordered(SampleKinds.strings)
        }
    }

    private mutating func ordered<Value: Comparable>(_ kind: SampleKind<Value>) -> Node<Bool> {
        switch pick(4) {
        case 0: return comparison(term(kind), term(kind))
        case 1: return range(kind)
        default: return equality(kind)
        }
    }

    private mutating func equality<Value>(_ kind: SampleKind<Value>) -> Node<Bool> {
        switch pick(6) {
        case 0: return equal(optional(kind), optional(kind))
        case 1: return Self.isOneOf(some(kind), term(kind))
        case 2: return Self.isOneOf(some(kind).map(Optional.some) + [nil], optional(kind))
        case 3: return Self.contains(some(kind), equalTo: term(kind), everywhere: pick(2) == 0)
        case 4 where !kind.optionalPaths.isEmpty:
            return Self.presence(path(element(kind.optionalPaths)), element(kind.values), pick(3))
        default: return equal(term(kind), term(kind))
        }
    }

    private mutating func some<Value>(_ kind: SampleKind<Value>) -> [Value] {
        (0..<pick(4)).map { _ in element(kind.values) }
    }

    private mutating func range<Value: Comparable>(_ kind: SampleKind<Value>) -> Node<Bool> {
        let comparable = kind.values.filter { $0 == $0 }
        let bounds = [element(comparable), element(comparable)].sorted()
        guard bounds[0] <= bounds[1] else { return comparison(term(kind), term(kind)) }
        return Self.within(bounds[0], bounds[1], term(kind), pick(6))
    }

    private mutating func text() -> Node<Bool> {
        let kind = SampleKinds.strings
        switch pick(7) {
        case 0: return Self.starts(term(kind), with: term(kind))
        case 1: return Self.search(term(kind), for: term(kind))
        case 2: return Self.isEmpty(term(kind))
        case 3: return comparison(Self.count(term(kind)), term(SampleKinds.ints))
        case 4: return Self.caseInsensitive(term(kind), term(kind), element([.orderedSame, .orderedAscending]))
        case 5: return Self.containsInside(path(element(kind.optionalPaths)), element(kind.values))
        default: return Self.contains(term(kind), term(kind))
        }
    }
}

// Values.
extension RandomPredicates {
    private func path<Value>(_ path: any KeyPath<Sample, Value> & Sendable) -> Node<Value> {
        Expressions.KeyPath(root: object, keyPath: path)
    }

    private mutating func plain<Value>(_ kind: SampleKind<Value>) -> Node<Value> { path(element(kind.paths)) }

    private mutating func constant<Value>(_ kind: SampleKind<Value>) -> Node<Value> {
        Expressions.Value(element(kind.values))
    }

    private mutating func term<Value>(_ kind: SampleKind<Value>, _ depth: Int = 2) -> Node<Value> {
        if depth == 0 { return plain(kind) }
        switch pick(8) {
        case 0, 1: return constant(kind)
        case 2 where !kind.optionalPaths.isEmpty: return Self.coalesce(optional(kind), term(kind, depth - 1))
        case 3: return Self.conditional(plain(SampleKinds.bools), term(kind, depth - 1), term(kind, depth - 1))
        default: return plain(kind)
        }
    }

    private mutating func optional<Value>(_ kind: SampleKind<Value>) -> Node<Value?> {
        switch pick(5) {
        case 0: return Expressions.Value(Optional(element(kind.values)))
        case 1: return Expressions.NilLiteral<Value>()
        default:
            guard !kind.optionalPaths.isEmpty else { return Expressions.Value(Optional(element(kind.values))) }
            return path(element(kind.optionalPaths))
        }
    }

    private mutating func arithmetic<Value: FixedWidthInteger>(_ kind: SampleKind<Value>) -> Node<Value> {
        switch pick(7) {
        case 0: Self.divide(term(kind), term(kind))
        case 1: Self.remainder(term(kind), term(kind))
        default: sum(kind)
        }
    }

    private mutating func sum<Value: Numeric>(_ kind: SampleKind<Value>) -> Node<Value> {
        Self.compute(term(kind), term(kind), pick(3))
    }

    private mutating func fraction<Value: FloatingPoint>(_ kind: SampleKind<Value>) -> Node<Value> {
        switch pick(5) {
        case 0: return Self.quotient(term(kind), term(kind))
        case 1: return Self.minus(term(kind))
        default: return sum(kind)
        }
    }

    private mutating func equal<Value: Equatable>(_ left: Node<Value>, _ right: Node<Value>) -> Node<Bool> {
        pick(2) == 0 ? Self.equal(left, right) : Self.unequal(left, right)
    }

    private mutating func comparison<Value: Comparable>(_ left: Node<Value>, _ right: Node<Value>) -> Node<Bool> {
        Self.compare(left, right, pick(4))
    }
}

// One form each, with the types of the parts opened.
extension RandomPredicates {
    typealias Part<Output> = StandardPredicateExpression<Output>

    private static func and<Left: Part<Bool>, Right: Part<Bool>>(_ left: Left, _ right: Right) -> Node<Bool> {
        Expressions.Conjunction(lhs: left, rhs: right)
    }

    private static func or<Left: Part<Bool>, Right: Part<Bool>>(_ left: Left, _ right: Right) -> Node<Bool> {
        Expressions.Disjunction(lhs: left, rhs: right)
    }

    private static func not<Inner: Part<Bool>>(_ inner: Inner) -> Node<Bool> { Expressions.Negation(inner) }

    private static func conditional<Value, Test: Part<Bool>, Yes: Part<Value>, No: Part<Value>>(
        _ test: Test, _ yes: Yes, _ no: No
    ) -> Node<Value> {
        Expressions.Conditional(test: test, trueBranch: yes, falseBranch: no)
    }

    private static func equal<Value: Equatable, Left: Part<Value>, Right: Part<Value>>(
        _ left: Left, _ right: Right
    ) -> Node<Bool> {
        Expressions.Equal(lhs: left, rhs: right)
    }

    private static func unequal<Value: Equatable, Left: Part<Value>, Right: Part<Value>>(
        _ left: Left, _ right: Right
    ) -> Node<Bool> {
        Expressions.NotEqual(lhs: left, rhs: right)
    }

    private static func compare<Value: Comparable, Left: Part<Value>, Right: Part<Value>>(
        _ left: Left, _ right: Right, _ choice: Int
    ) -> Node<Bool> {
        switch choice {
        case 0: Expressions.Comparison(lhs: left, rhs: right, op: .lessThan)
        case 1: Expressions.Comparison(lhs: left, rhs: right, op: .lessThanOrEqual)
        case 2: Expressions.Comparison(lhs: left, rhs: right, op: .greaterThan)
        default: Expressions.Comparison(lhs: left, rhs: right, op: .greaterThanOrEqual)
        }
    }

    private static func compute<Value: Numeric, Left: Part<Value>, Right: Part<Value>>(
        _ left: Left, _ right: Right, _ choice: Int
    ) -> Node<Value> {
        switch choice {
        case 0: Expressions.Arithmetic(lhs: left, rhs: right, op: .add)
        case 1: Expressions.Arithmetic(lhs: left, rhs: right, op: .subtract)
        default: Expressions.Arithmetic(lhs: left, rhs: right, op: .multiply)
        }
    }

    private static func divide<Value: BinaryInteger, Left: Part<Value>, Right: Part<Value>>(
        _ left: Left, _ right: Right
    ) -> Node<Value> {
        Expressions.IntDivision(lhs: left, rhs: right)
    }

    private static func remainder<Value: BinaryInteger, Left: Part<Value>, Right: Part<Value>>(
        _ left: Left, _ right: Right
    ) -> Node<Value> {
        Expressions.IntRemainder(lhs: left, rhs: right)
    }

    private static func quotient<Value: FloatingPoint, Left: Part<Value>, Right: Part<Value>>(
        _ left: Left, _ right: Right
    ) -> Node<Value> {
        Expressions.FloatDivision(lhs: left, rhs: right)
    }

    private static func minus<Value: SignedNumeric, Inner: Part<Value>>(_ inner: Inner) -> Node<Value> {
        Expressions.UnaryMinus(inner)
    }

    private static func coalesce<Value, Left: Part<Value?>, Right: Part<Value>>(
        _ left: Left, _ right: Right
    ) -> Node<Value> {
        Expressions.NilCoalesce(lhs: left, rhs: right)
    }

    private static func isOneOf<Value: Equatable & Codable & Sendable, Element: Part<Value>>(
        _ values: [Value], _ element: Element
    ) -> Node<Bool> {
        Expressions.SequenceContains(sequence: Expressions.Value(values), element: element)
    }

    private static func contains<Value: Equatable & Codable & Sendable, Element: Part<Value>>(
        _ values: [Value], equalTo element: Element, everywhere: Bool
    ) -> Node<Bool> {
        let values = Expressions.Value(values)
        if everywhere {
            return Expressions.SequenceAllSatisfy(values) { Expressions.Equal(lhs: $0, rhs: element) }
        }
        return Expressions.SequenceContainsWhere(values) { Expressions.Equal(lhs: $0, rhs: element) }
    }

    /// `!= nil && != value`, `!` behind a test for nil, or a `flatMap`.
    private static func presence<Value: Equatable & Codable & Sendable, Element: Part<Value?>>(
        _ element: Element, _ value: Value, _ choice: Int
    ) -> Node<Bool> {
        let isThere = Expressions.NotEqual(lhs: element, rhs: Expressions.NilLiteral<Value>())
        switch choice {
        case 0: return isThere
        case 1:
            let isEqual = Expressions.Equal(lhs: Expressions.ForcedUnwrap(element), rhs: Expressions.Value(value))
            return Expressions.Conjunction(lhs: isThere, rhs: isEqual)
        default:
            let isEqual = Expressions.OptionalFlatMap(element) {
                Expressions.Equal(lhs: $0, rhs: Expressions.Value(value))
            }
            return Expressions.NilCoalesce(lhs: isEqual, rhs: Expressions.Value(true))
        }
    }

    private static func within<Value: Comparable & Codable & Sendable, Element: Part<Value>>(
        _ lower: Value, _ upper: Value, _ element: Element, _ choice: Int
    ) -> Node<Bool> {
        switch choice {
        case 0: Expressions.RangeExpressionContains(range: Expressions.Value(lower..<upper), element: element)
        case 1: Expressions.RangeExpressionContains(range: Expressions.Value(lower...upper), element: element)
        case 2: Expressions.RangeExpressionContains(range: Expressions.Value(lower...), element: element)
        case 3: Expressions.RangeExpressionContains(range: Expressions.Value(...upper), element: element)
        case 4: Expressions.RangeExpressionContains(range: Expressions.Value(..<upper), element: element)
        default:
            Expressions.RangeExpressionContains(
                range: Expressions.Range(lower: Expressions.Value(lower), upper: Expressions.Value(upper)),
                element: element)
        }
    }

    private static func contains<Left: Part<String>, Right: Part<String>>(_ left: Left, _ right: Right) -> Node<Bool> {
        Expressions.CollectionContainsCollection(base: left, other: right)
    }

    private static func starts<Left: Part<String>, Right: Part<String>>(
        _ left: Left, with right: Right
    ) -> Node<Bool> {
        Expressions.SequenceStartsWith(base: left, prefix: right)
    }

    private static func search<Left: Part<String>, Right: Part<String>>(
        _ left: Left, for right: Right
    ) -> Node<Bool> {
        Expressions.StringLocalizedStandardContains(root: left, other: right)
    }

    private static func caseInsensitive<Left: Part<String>, Right: Part<String>>(
        _ left: Left, _ right: Right, _ order: ComparisonResult
    ) -> Node<Bool> {
        Expressions.Equal(
            lhs: Expressions.StringCaseInsensitiveCompare(root: left, other: right), rhs: Expressions.Value(order))
    }

    private static func isEmpty<Text: Part<String>>(_ text: Text) -> Node<Bool> {
        Expressions.KeyPath(root: text, keyPath: \.isEmpty)
    }

    private static func count<Text: Part<String>>(_ text: Text) -> Node<Int> {
        Expressions.KeyPath(root: text, keyPath: \.count)
    }

    private static func containsInside<Text: Part<String?>>(_ text: Text, _ part: String) -> Node<Bool> {
        let found = Expressions.OptionalFlatMap(text) {
            Expressions.CollectionContainsCollection(base: $0, other: Expressions.Value(part))
        }
        return Expressions.Equal(lhs: found, rhs: Expressions.Value(Optional(true)))
    }
}
