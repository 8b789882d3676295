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

/// A table of pairs of numbers, which keeps a relationship that no column can: many-to-many, to-many without an
/// inverse, ordered without an inverse of one.
package struct JoinTable: Sendable, Codable, Hashable {
    /// An end of each pair.
    package enum Side: String, Sendable, Codable { case source, target }

    package let name: String
    /// True if the targets of a source have an order.
    package let isOrdered: Bool

    package init(name: String, isOrdered: Bool) {
        self.name = name
        self.isOrdered = isOrdered
    }

    package static func name(of relationship: String, in entity: String) -> String {
        "signals_link_\(entity)_\(relationship)"
    }

    package static let sourceColumn = "signals_source"
    package static let targetColumn = "signals_target"
    package static let positionColumn = "signals_position"

    package static func column(_ side: Side) -> String { side == .source ? sourceColumn : targetColumn }
}

extension JoinTable.Side {
    package var opposite: JoinTable.Side { self == .source ? .target : .source }
}
