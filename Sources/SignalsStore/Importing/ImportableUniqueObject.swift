/// An importable object that a source names by a value of its own, so that importing it again updates the same object.
///
/// ```swift
/// extension Person: ImportableUniqueObject {
///     typealias ImportSource = [String: any Sendable]
///     static var uniqueIDKeyPath: any ReferenceWritableKeyPath<Person, Int> & Sendable { \.number }
/// }
/// ```
/// The class has to be final: the type of `uniqueIDKeyPath` names the class itself, which a subclass would have to
/// change. Of a class with subclasses, those that are final may conform, each for its own objects. The class itself
/// conforms to ``ImportableObject``, and what imports it looks the object up:
/// ```swift
/// let known = try transaction.fetchOne(From<Person>(), Where(\.number == number))
/// try (known ?? transaction.create(Into<Person>())).update(from: source, in: transaction)
/// ```
/// An import looks among the objects of its class, while a `.unique` value is compared with those of all classes that
/// inherit the attribute: see ``ManagedObjectContext/findOrCreate(_:where:equals:)``.
public protocol ImportableUniqueObject: ImportableObject {
    /// The type of the value that names an object.
    associatedtype UniqueID: AttributeValue & Hashable

    /// The attribute that names an object; best one that is `.unique`.
    static var uniqueIDKeyPath: any ReferenceWritableKeyPath<Self, UniqueID> & Sendable { get }

    /// The object that a source names; nil when it names none, and is left out.
    ///
    /// - Throws: the problem with the source. Then nothing of the import is kept.
    static func uniqueID(from source: ImportSource, in transaction: some DataTransaction) throws -> UniqueID?

    /// Returns true if an existing object is to be updated from a source. The default implementation returns true. What
    /// depends on the object, as on which of the two is newer, `update(from:in:)` decides, which sees both.
    ///
    /// - Throws: the problem with the source. Then nothing of the import is kept.
    static func shouldUpdate(from source: ImportSource, in transaction: some DataTransaction) throws -> Bool
}

extension ImportableUniqueObject {
    /// True.
    public static func shouldUpdate(from source: ImportSource, in transaction: some DataTransaction) -> Bool { true }
}

extension ImportableUniqueObject where ImportSource == [String: any Sendable] {
    /// The value under the name of the attribute that names objects; nil when there is none.
    ///
    /// - Throws: `ImportError.unsuitable`.
    public static func uniqueID(from source: ImportSource, in transaction: some DataTransaction) throws -> UniqueID? {
        try AttributeImport.value(of: uniqueIDKeyPath, transaction.context) { source[$0] }
    }
}

extension ImportableUniqueObject where ImportSource: Encodable {
    /// The encoded property with the name of the attribute that names objects; nil when there is none.
    ///
    /// - Throws: `ImportError.unsuitable`, or what encoding the source throws.
    public static func uniqueID(from source: ImportSource, in transaction: some DataTransaction) throws -> UniqueID? {
        let properties = try EncodedProperties(source)
        return try AttributeImport.value(of: uniqueIDKeyPath, transaction.context) { properties[$0] }
    }
}
