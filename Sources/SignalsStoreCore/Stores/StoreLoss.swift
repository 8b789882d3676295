/// The data that a migration would drop: the objects of a class, or the values of an attribute or a relationship, that
/// the model does not have.
public struct StoreLoss: Sendable, Hashable, CustomStringConvertible {
    /// The entity's name in the store.
    public let entityName: String
    /// The attribute's or the relationship's name in the store; nil if all objects of the entity would be dropped.
    public let propertyName: String?
    /// The number of objects, of values that are not nil, or of pairs of a relationship to many.
    public let count: Int

    /// The name to give to ``PersistentStoreDescription/dropping(_:)``.
    public var name: String { propertyName.map { "\(entityName).\($0)" } ?? entityName }

    /// The name and the count, as in `Note.color (3 values)`.
    public var description: String {
        let word = propertyName == nil ? "object" : "value"
        return "\(name) (\(count) \(count == 1 ? word : word + "s"))"
    }
}
