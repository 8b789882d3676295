/// A managed object that can be made from an external source: a dictionary of attributes, a `Codable` value, or
/// anything else.
///
/// ```swift
/// extension Person: ImportableObject {
///     typealias ImportSource = [String: any Sendable]  // {"name": "Jane", "age": 29}: nothing more to write
/// }
/// extension Town: ImportableObject {
///     struct Record: Codable { var name: String; var inhabitants: Int }
///     typealias ImportSource = Record  // its properties are named as the attributes: nothing more to write
/// }
/// ```
/// For a source of another shape, or to check what comes, write `update(from:in:)`.
public protocol ImportableObject: ManagedObject {
    /// The type of the source that an object is made from.
    associatedtype ImportSource

    /// Returns true if an object is to be made from a source. The default implementation returns true. A source that is
    /// left out is not an error.
    ///
    /// - Throws: the problem with the source. Then nothing of the import is kept.
    static func shouldInsert(from source: ImportSource, in transaction: some DataTransaction) throws -> Bool

    /// Gives the object the values of a source. An ``ImportableUniqueObject`` has the value that names it already.
    ///
    /// - Throws: the problem with the source. Then nothing of the import is kept.
    func update(from source: ImportSource, in transaction: some DataTransaction) throws
}

extension ImportableObject {
    /// True.
    public static func shouldInsert(from source: ImportSource, in transaction: some DataTransaction) -> Bool { true }
}

extension ImportableObject where ImportSource == [String: any Sendable] {
    /// Assigns each value to the attribute of its name, in the attribute's type; other names are left out.
    ///
    /// `NSNull` and nil are nil. A value of another type than the attribute's is converted as this table says, and as a
    /// whole or not at all:
    ///
    /// | Attribute | Accepts beside its own type |
    /// |---|---|
    /// | integers | integers that fit; floating-point numbers that are integers; `Bool` as 0 and 1 |
    /// | `Bool` | the integers 0 and 1 |
    /// | `Double` | integers and `Bool`, if it has the number exactly; `Float` |
    /// | `Float` | the same, and a `Double`, rounded, if it is not too large |
    /// | `Decimal` | integers and `Bool`; floating-point numbers, by their shortest digits; a text such as `-1234.50` or `1.5e3`, always with a point, without separators of thousands and with at most 38 digits |
    /// | `Date` | a text in ISO 8601 such as `2026-12-01T10:00:00Z`, with a fraction of a second and with an offset such as `+01:00` where there are any, if a calendar has the date; no number |
    /// | `UUID` | a text of its hexadecimal digits with hyphens; `Data` of 16 bytes |
    /// | `Data` | a `UUID`, as 16 bytes |
    /// | `URL` | a text that is one |
    /// | `String` | a `URL`, a `Decimal`, and any other value that a store keeps as text |
    /// | an enum with a raw value | what its raw value's type accepts, if there is such a case |
    /// | any other `Codable` | a text with its JSON |
    ///
    /// An `NSNumber`, as `JSONSerialization` makes them, is the `Bool`, integer or floating-point number that it holds.
    ///
    /// - Throws: `ImportError.unsuitable` for a value that the attribute's type does not accept.
    public func update(from source: ImportSource, in transaction: some DataTransaction) throws {
        try AttributeImport(object: self).assign { source[$0] }
    }
}

extension ImportableObject where ImportSource: Encodable {
    /// Assigns each encoded property to the attribute of its name, in the attribute's type; other names are left out.
    /// A value of another type is converted as one of a dictionary is. An optional property that is nil is not encoded, as
    /// Swift does it, and leaves its attribute as it is.
    ///
    /// - Throws: `ImportError.unsuitable` for a value that the attribute's type does not accept, or what encoding the
    ///   source throws.
    public func update(from source: ImportSource, in transaction: some DataTransaction) throws {
        let properties = try EncodedProperties(source)
        try AttributeImport(object: self).assign { properties[$0] }
    }
}
