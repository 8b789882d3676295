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
