/// A type that an attribute of a managed object can have.
///
/// `Bool`, the integers, `Double`, `Float`, `String`, `Date`, `Data`, `UUID`, `URL`, `Decimal`, and optionals, arrays,
/// sets and dictionaries of them conform. An enum with a raw value, or any `Codable` type, conforms by saying so:
/// ```swift
/// enum Frequency: Int, Codable, AttributeValue { case days, weeks, months }
/// struct Address: Codable, AttributeValue { var street = "", town = "" }
/// ```
/// A raw value is kept as itself, any other `Codable` value as JSON.
public protocol AttributeValue: Sendable {
    /// The type as which a store keeps the values.
    static var attributeType: AttributeType { get }
    /// True if nil is one of the values.
    static var isOptional: Bool { get }
    /// The value that a store keeps as `storedValue`.
    ///
    /// - Throws: `AttributeValueError` when no value of this type is kept so, as when an enum's case no longer exists.
    init(storedValue: StoredValue) throws
    /// The value as a store keeps it.
    ///
    /// - Throws: what encoding a `Codable` value throws.
    func storedValue() throws -> StoredValue
}

extension AttributeValue {
    /// False: only `Optional` has nil.
    public static var isOptional: Bool { false }
}
