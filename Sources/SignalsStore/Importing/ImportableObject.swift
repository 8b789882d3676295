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
    /// - Throws: `ImportError.unsuitable` for a value that the attribute's type does not accept.
    public func update(from source: ImportSource, in transaction: some DataTransaction) throws {
        try AttributeImport(object: self).assign { source[$0] }
    }
}

extension ImportableObject where ImportSource: Encodable {
    /// Assigns each encoded property to the attribute of its name, in the attribute's type; other names are left out.
    /// An optional property that is nil is not encoded, as Swift does it, and leaves its attribute as it is.
    ///
    /// - Throws: `ImportError.unsuitable` for a value that the attribute's type does not accept, or what encoding the
    ///   source throws.
    public func update(from source: ImportSource, in transaction: some DataTransaction) throws {
        let properties = try EncodedProperties(source)
        try AttributeImport(object: self).assign { properties[$0] }
    }
}
