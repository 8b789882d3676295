/// The surroundings of an entity in its model, which owns them all.
final class EntitySurroundings: Sendable {
    struct Neighbor: Sendable {
        unowned let entity: EntityDescription
    }

    let relationships: [RelationshipDescription]
    let references: [RelationshipDescription]
    /// The to-many inverses of references, by the index among the references; nil if the inverse is not a to-many.
    let toManyInverses: ContiguousArray<RelationshipDescription?>
    let leadingOneWay: [RelationshipDescription]
    let superentity: Neighbor?
    let family: [Neighbor]
    let hasSubentities: Bool
    let hasPositions: Bool
    let leavesReferences: Bool
    let requiresMembers: Bool

    init(
        _ relationships: [RelationshipDescription], toManyInverses: [RelationshipDescription?],
        leadingOneWay: [RelationshipDescription],
        superentity: EntityDescription?, family: [EntityDescription]
    ) {
        self.leadingOneWay = leadingOneWay
        self.relationships = relationships
        references = relationships.filter(\.isToOne)
        self.toManyInverses = ContiguousArray(toManyInverses)
        self.superentity = superentity.map(Neighbor.init)
        self.family = family.map(Neighbor.init)
        hasSubentities = family.count > 1
        hasPositions = references.contains { $0.positionColumn != nil }
        leavesReferences = relationships.contains { $0.deleteRule == .noAction }
        requiresMembers = relationships.contains { $0.isRequired && !$0.isToOne }
    }
}
