/// What a store knows of an entity.
package struct EntitySchema: Sendable, Codable, Hashable {
    package var name: String
    package var attributes: [AttributeSchema]
    /// How the entity comes out of an older store. No part of what the store keeps.
    package var origin = EntityOrigin()

    private enum CodingKeys: CodingKey { case name, attributes }
}

/// What a store knows of an attribute.
package struct AttributeSchema: Sendable, Codable, Hashable {
    package let name: String
    package let type: AttributeType
    package let isOptional: Bool
    package let isUnique: Bool
    package let isIndexed: Bool
    /// How the attribute's values come out of an older store. No part of what the store keeps.
    package var origin = AttributeOrigin()

    private enum CodingKeys: CodingKey { case name, type, isOptional, isUnique, isIndexed }
}

extension EntityDescription {
    func makeSchema() -> EntitySchema {
        EntitySchema(
            name: name, attributes: attributes.map { $0.makeSchema() },
            origin: EntityOrigin(formerNames: type.renamedFrom))
    }
}

extension AttributeDescription {
    fileprivate func makeSchema() -> AttributeSchema {
        let valueType = access.valueType
        let origin = AttributeOrigin(
            formerNames: options.formerNames, defaultValue: defaultValue,
            accepts: { (try? valueType.init(storedValue: $0)) != nil })
        return AttributeSchema(
            name: name, type: type, isOptional: isOptional, isUnique: isUnique, isIndexed: isIndexed, origin: origin)
    }
}
