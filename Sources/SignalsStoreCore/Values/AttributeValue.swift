/// A type that an attribute of a managed object can have.
///
/// `Bool`, the integers, `Double`, `Float`, `String`, `Date`, `Data`, `UUID`, `URL`, `Decimal`, and optionals, arrays,
/// sets and dictionaries of them conform. An enum with a raw value, or any `Codable` type, conforms by declaration
/// alone:
/// ```swift
/// enum Frequency: Int, Codable, AttributeValue { case days, weeks, months }
/// struct Address: Codable, AttributeValue { var street = "", town = "" }
/// ```
/// A raw value is kept as itself, any other `Codable` value as JSON. What a store can do with the values of such types:
///
/// | | With a raw value | Other `Codable` |
/// |---|---|---|
/// | `==`, `!=` and a captured collection's `contains` in a predicate | yes, with captured values | nil only |
/// | `<`, `<=`, `>`, `>=` in a predicate | if `CaseIterable` and `Comparable` | if `CaseIterable` and `Comparable` |
/// | a property in a predicate, as `rawValue` | if `CaseIterable` | if `CaseIterable` |
/// | a range in a predicate | no | no |
/// | sort descriptors, `OrderBy`, sections of `FetchedResults` | no | no |
///
/// `CaseIterable` counts up to 64 cases, and the property's type has to be one that an attribute can have:
/// ```swift
/// let weeks = Frequency.weeks
/// #Predicate<Chore> { $0.frequency == weeks }  // any raw value
/// #Predicate<Chore> { $0.frequency.rawValue > 0 }  // Frequency: CaseIterable
/// ```
/// A fetch that needs more fails with `FetchError.untranslatable` or `.unsortable`, unless the request has
/// `allowsInMemoryEvaluation`, which live queries do not support. To sort by an enum, or to make sections of it, keep
/// its raw value as the attribute, and the enum as a computed property:
/// ```swift
/// @Attribute(.indexed) var frequencyValue = 0
/// var frequency: Frequency {
///     get { Frequency(rawValue: frequencyValue) ?? .days }
///     set { frequencyValue = newValue.rawValue }
/// }
/// ```
///
/// A store keeps a value as a ``StoredValue``:
///
/// | Type | Kept as |
/// |---|---|
/// | `Bool` | integer 0 or 1 |
/// | `Int8` to `Int64`, `Int`, `UInt8` to `UInt32` | integer |
/// | `UInt`, `UInt64` | integer up to `Int64.max`; above it bytes, 8 of them, big endian (bytes sort last) |
/// | `Double` | real; NaN as 8 bytes, big endian, the bits of `Double.nan`, since SQLite has no NaN |
/// | `Float` | real, which holds each `Float` exactly; NaN as 4 bytes, those of `Float.nan` |
/// | `Date` | as the `Double` of its seconds since 2001-01-01 00:00:00 UTC |
/// | `String` | text, in normal form C; as it was given beside it, where that is another form |
/// | `Data` | bytes |
/// | `UUID` | bytes, 16 of them |
/// | `URL` | text; a relative one with a base as relative text, line feed, base |
/// | `Decimal` | text in plain decimal digits, `NaN` for none |
/// | `RawRepresentable` | as its raw value |
/// | other `Codable` | text, JSON with sorted keys |
/// | `Optional` | null, or as the value |
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
