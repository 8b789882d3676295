/// The schema of an attribute.
package struct AttributeSchema: Sendable, Codable, Hashable {
    package let name: String
    package let type: AttributeType
    package let isOptional: Bool
    package let isUnique: Bool
    package let isIndexed: Bool
    /// The way the attribute's values come out of an older store. No part of what the store keeps.
    package var origin = AttributeOrigin()

    package init(
        name: String, type: AttributeType, isOptional: Bool, isUnique: Bool, isIndexed: Bool,
        origin: AttributeOrigin = AttributeOrigin()
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.isUnique = isUnique
        self.isIndexed = isIndexed
        self.origin = origin
    }

    private enum CodingKeys: CodingKey { case name, type, isOptional, isUnique, isIndexed }
}
