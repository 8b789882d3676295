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

/// An error of a migration stage that asked for something that does not exist.
public enum MigrationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The model on that side has no such entity.
    case noSuchEntity(entityName: String)
    /// The entity has no such attribute on that side.
    case noSuchAttribute(entityName: String, attributeName: String)
    /// The row does not exist.
    case noSuchRow(entityName: String, number: Int64)
    /// The attribute's type does not accept the value.
    case refusedValue(entityName: String, attributeName: String, value: StoredValue)

    /// A text that says what does not exist.
    public var description: String {
        switch self {
        case .noSuchEntity(let entity): "the model on this side of the stage has no entity \(entity)"
        case .noSuchAttribute(let entity, let attribute):
            "\(entity) has no attribute \(attribute) on this side of the stage"
        case .noSuchRow(let entity, let number): "there is no \(entity)/\(number)"
        case .refusedValue(let entity, let attribute, let value):
            "\(entity).\(attribute) does not accept \(value)"
        }
    }
}
