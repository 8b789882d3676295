// The schemas of entities for stores.
extension EntityDescription {
    func makeSchema() -> EntitySchema {
        EntitySchema(
            name: name, attributes: attributes.map { $0.makeSchema() },
            relationships: relationships.map(RelationshipSchema.init), subentities: subentities.map(\.name),
            uniqueSets: uniqueSets, indexes: indexes, searchable: searchable.map(\.name),
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

extension RelationshipSchema {
    init(_ relationship: RelationshipDescription) {
        var table: JoinTable?
        var ownSide: JoinTable.Side?
        if case .links(let links, let side) = relationship.storage { (table, ownSide) = (links, side) }
        self.init(
            name: relationship.name, target: relationship.target.name, cardinality: relationship.cardinality,
            inverse: relationship.inverse?.name, deleteRule: relationship.deleteRule,
            isRequired: relationship.isRequired, links: table, side: ownSide,
            origin: RelationshipOrigin(formerNames: relationship.formerNames))
    }
}
