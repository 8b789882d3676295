import Foundation

/// A computation over the objects that a request finds, or over each group of them. Core Data's
/// `NSExpressionDescription` with `sum:`, `average:`, `min:`, `max:` or `count:`.
///
/// ```swift
/// let groups = try context.groups(of: request, by: \.frequency, computing: .count, .sum(\.minutes))
/// ```
/// The store computes it as Swift would: texts are compared as Swift compares them, and decimal numbers added exactly.
public struct Aggregate<Object: ManagedObject, Result: Sendable> {
    let kind: Aggregation.Kind
    let keyPath: PartialKeyPath<Object>?
    /// The result, from what the store computed.
    let decode: @Sendable (StoredValue) throws -> Result
    /// True if the values have to be in an order that stores know.
    var needsOrder: Bool { kind == .minimum || kind == .maximum }

    private static func optional<Value: AttributeValue>(_ value: StoredValue) throws -> Value? {
        value.isNull ? nil : try Value(storedValue: value)
    }
}

extension Aggregate where Result == Int {
    /// The number of objects.
    public static var count: Aggregate { Aggregate(kind: .rows, keyPath: nil) { try Int(storedValue: $0) } }

    /// The number of objects whose attribute is not nil.
    ///
    /// - Parameter keyPath: the attribute.
    public static func count<Value: AttributeValue>(of keyPath: KeyPath<Object, Value>) -> Aggregate {
        Aggregate(kind: .count, keyPath: keyPath) { try Int(storedValue: $0) }
    }

    /// The number of different values of an attribute, without nil; NaN is one.
    ///
    /// - Parameter keyPath: the attribute.
    public static func countDistinct<Value: AttributeValue>(of keyPath: KeyPath<Object, Value>) -> Aggregate {
        Aggregate(kind: .countDistinct, keyPath: keyPath) { try Int(storedValue: $0) }
    }
}

extension Aggregate {
    /// The sum of an attribute's values, without nil; zero if there are no values.
    ///
    /// Integers and decimal numbers are added exactly; a sum of integers that does not fit its type is
    /// `FetchError.evaluation`. With NaN among them it is NaN.
    ///
    /// - Parameter keyPath: the attribute.
    public static func sum<Value: SummableValue>(_ keyPath: KeyPath<Object, Value>) -> Aggregate
    where Result == Value.Sum {
        Aggregate(kind: .sum, keyPath: keyPath) { try optional($0) ?? .zero }
    }

    /// The average of an attribute's values, without nil; nil if there are no values. With NaN among them it is NaN.
    ///
    /// - Parameter keyPath: the attribute.
    public static func average<Value: SummableValue>(_ keyPath: KeyPath<Object, Value>) -> Aggregate
    where Result == Value.Average? {
        Aggregate(kind: .average, keyPath: keyPath) { try optional($0) }
    }

    /// The least of an attribute's values; nil if there are no values. NaN is left out.
    ///
    /// - Parameter keyPath: the attribute.
    public static func minimum<Value: AttributeValue & Comparable>(_ keyPath: KeyPath<Object, Value>) -> Aggregate
    where Result == Value? {
        Aggregate(kind: .minimum, keyPath: keyPath) { try optional($0) }
    }

    /// The least of an attribute's values; nil if there are no values. Nil and NaN are left out.
    ///
    /// - Parameter keyPath: the attribute.
    public static func minimum<Value: AttributeValue & Comparable>(_ keyPath: KeyPath<Object, Value?>) -> Aggregate
    where Result == Value? {
        Aggregate(kind: .minimum, keyPath: keyPath) { try optional($0) }
    }

    /// The greatest of an attribute's values; nil if there are no values. NaN is left out.
    ///
    /// - Parameter keyPath: the attribute.
    public static func maximum<Value: AttributeValue & Comparable>(_ keyPath: KeyPath<Object, Value>) -> Aggregate
    where Result == Value? {
        Aggregate(kind: .maximum, keyPath: keyPath) { try optional($0) }
    }

    /// The greatest of an attribute's values; nil if there are no values. Nil and NaN are left out.
    ///
    /// - Parameter keyPath: the attribute.
    public static func maximum<Value: AttributeValue & Comparable>(_ keyPath: KeyPath<Object, Value?>) -> Aggregate
    where Result == Value? {
        Aggregate(kind: .maximum, keyPath: keyPath) { try optional($0) }
    }
}
