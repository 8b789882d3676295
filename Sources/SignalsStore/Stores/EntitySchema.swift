/// What a store knows of an entity.
package struct EntitySchema: Sendable, Codable, Hashable {
    package let name: String
    /// The columns: attributes, references, and places in ordered relationships.
    package let attributes: [AttributeSchema]
    package let relationships: [RelationshipSchema]
    /// The names of the entities of all subclasses: their rows are rows of this entity too.
    package let subentities: [String]

    package init(
        name: String, attributes: [AttributeSchema], relationships: [RelationshipSchema] = [],
        subentities: [String] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.relationships = relationships
        self.subentities = subentities
    }

    /// Files from before there were relationships say nothing of them.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        attributes = try values.decode([AttributeSchema].self, forKey: .attributes)
        relationships = try values.decodeIfPresent([RelationshipSchema].self, forKey: .relationships) ?? []
        subentities = try values.decodeIfPresent([String].self, forKey: .subentities) ?? []
    }
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
            },
            relationships: relationships.map(RelationshipSchema.init),
            subentities: family.map(\.name).filter { $0 != name })
    }
}
