/// A row as it was before a migration, as values.
public struct MigrationRow: Sendable, Hashable {
    /// The entity's name in the old model.
    public let entityName: String
    /// The object's number, which it keeps.
    public let number: Int64
    /// The stored values by the attributes' old names, and by those of relationships to one object: the number of that
    /// object, as an `Int64`, or null for none.
    public let values: [String: StoredValue]

    package init(entityName: String, number: Int64, values: [String: StoredValue]) {
        self.entityName = entityName
        self.number = number
        self.values = values
    }

    /// A stored value by the attribute's old name; nil when there was no such attribute.
    public subscript(name: String) -> StoredValue? { values[name] }

    /// Returns a value by the attribute's old name.
    ///
    /// - Parameters:
    ///   - name: the attribute's name in the old model.
    ///   - type: the attribute's old type, or another type that is stored in the same way.
    /// - Throws: `MigrationError.noSuchAttribute`, or `AttributeValueError` when the type does not accept the value.
    public func value<Value: AttributeValue>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        guard let value = values[name] else {
            throw MigrationError.noSuchAttribute(entityName: entityName, attributeName: name)
        }
        return try Value(storedValue: value)
    }
}
