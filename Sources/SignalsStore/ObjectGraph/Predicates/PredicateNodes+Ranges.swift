import Foundation

/// The bounds of a range, each of which may be missing.
struct TranslatedBounds {
    var lower: QueryExpression?
    var upper: QueryExpression?
    var isClosed = true
}

/// A range that a predicate makes of other expressions.
private protocol RangeNode {
    var lowerNode: Any { get }
    var upperNode: Any { get }
    var isClosed: Bool { get }
}

extension PredicateExpressions.Range: RangeNode {
    fileprivate var lowerNode: Any { lower }
    fileprivate var upperNode: Any { upper }
    fileprivate var isClosed: Bool { false }
}

extension PredicateExpressions.ClosedRange: RangeNode {
    fileprivate var lowerNode: Any { lower }
    fileprivate var upperNode: Any { upper }
    fileprivate var isClosed: Bool { true }
}

/// A range that was captured.
protocol CapturedRange {
    var captured: (lower: (any AttributeValue)?, upper: (any AttributeValue)?, isClosed: Bool) { get }
}

extension Range: CapturedRange where Bound: AttributeValue {
    var captured: (lower: (any AttributeValue)?, upper: (any AttributeValue)?, isClosed: Bool) {
        (lowerBound, upperBound, false)
    }
}

extension ClosedRange: CapturedRange where Bound: AttributeValue {
    var captured: (lower: (any AttributeValue)?, upper: (any AttributeValue)?, isClosed: Bool) {
        (lowerBound, upperBound, true)
    }
}

extension PartialRangeFrom: CapturedRange where Bound: AttributeValue {
    var captured: (lower: (any AttributeValue)?, upper: (any AttributeValue)?, isClosed: Bool) {
        (lowerBound, nil, true)
    }
}

extension PartialRangeThrough: CapturedRange where Bound: AttributeValue {
    var captured: (lower: (any AttributeValue)?, upper: (any AttributeValue)?, isClosed: Bool) {
        (nil, upperBound, true)
    }
}

extension PartialRangeUpTo: CapturedRange where Bound: AttributeValue {
    var captured: (lower: (any AttributeValue)?, upper: (any AttributeValue)?, isClosed: Bool) {
        (nil, upperBound, false)
    }
}

extension PredicateTranslator {
    func bounds(of node: Any) throws -> TranslatedBounds? {
        if let range = node as? any RangeNode {
            return TranslatedBounds(
                lower: try translate(range.lowerNode), upper: try translate(range.upperNode), isClosed: range.isClosed)
        }
        guard let captured = (try constant(node) as? any CapturedRange)?.captured else { return nil }
        return TranslatedBounds(
            lower: try captured.lower.map { try storedValue(of: $0, in: node) },
            upper: try captured.upper.map { try storedValue(of: $0, in: node) }, isClosed: captured.isClosed)
    }
}
