/// The schema of a relationship.
package struct RelationshipSchema: Sendable, Codable, Hashable {
    package let name: String
    /// The name of the entity at the other end.
    package let target: String
    package let cardinality: RelationshipCardinality
    /// The name of the inverse among the target's relationships.
    package let inverse: String?
    package let deleteRule: DeleteRule
    package let isRequired: Bool
    /// The join table that keeps it, where one does; a to-one is a column, and its inverse is that column again.
    package let links: JoinTable?
    /// The side of that table's pairs that the entity is on.
    package let side: JoinTable.Side?
    /// The way the relationship comes out of an older store. No part of what the store keeps.
    package var origin = RelationshipOrigin()

    package init(
        name: String, target: String, cardinality: RelationshipCardinality, inverse: String?, deleteRule: DeleteRule,
        isRequired: Bool, links: JoinTable?, side: JoinTable.Side?, origin: RelationshipOrigin = RelationshipOrigin()
    ) {
        self.name = name
        self.target = target
        self.cardinality = cardinality
        self.inverse = inverse
        self.deleteRule = deleteRule
        self.isRequired = isRequired
        self.links = links
        self.side = side
        self.origin = origin
    }

    private enum CodingKeys: CodingKey { case name, target, cardinality, inverse, deleteRule, isRequired, links, side }
}
