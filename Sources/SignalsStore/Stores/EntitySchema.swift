/// What a store knows of an entity.
package struct EntitySchema: Sendable, Codable, Hashable {
    package let name: String
    package let attributes: [AttributeSchema]
}

/// What a store knows of an attribute.
package struct AttributeSchema: Sendable, Codable, Hashable {
    package let name: String
    package let type: AttributeType
    package let isOptional: Bool
    package let isUnique: Bool
    package let isIndexed: Bool
}

extension EntityDescription {
    func makeSchema() -> EntitySchema {
        EntitySchema(
            name: name,
            attributes: attributes.map {
                AttributeSchema(
                    name: $0.name, type: $0.type, isOptional: $0.isOptional, isUnique: $0.isUnique,
                    isIndexed: $0.isIndexed)
            })
    }
}
