import SignalsStoreCore

/// The objects that a condition on one object looks at beside it, as their context has them. Those that it reads stay
/// until the condition was judged.
final class RelatedObjects: RowLookup {
    private let object: ManagedObject
    private var read: [Int64: ManagedObject] = [:]

    init(of object: ManagedObject) { self.object = object }

    func row(_ number: Int64, of entity: EntitySchema) throws -> StoredRow? {
        guard let context = object.confinement.context, let description = context.entity(named: entity.name),
            let found = try context.object(at: number, description), found.status != .gone
        else { return nil }
        return try row(of: found, entity)
    }

    func rows(_ related: RelatedRows, of owner: Int64) throws -> [StoredRow] {
        guard let owner = owner == object.number ? object : read[owner],
            let relationship = owner.entity.relationships.first(where: { $0.leads(to: related) })
        else { return [] }
        owner.relationshipWillBeRead(UInt16(relationship.index))
        return try relationship.members(in: owner).map { try row(of: $0, related.entity) }
    }

    private func row(of object: ManagedObject, _ entity: EntitySchema) throws -> StoredRow {
        read[object.number] = object
        if object.isUnloaded { object.fireFault() }
        let isOfSubclass = object.entity.name != entity.name
        let columns =
            isOfSubclass
            ? object.entity.columns(named: entity.attributes.map(\.name)) : Array(entity.attributes.indices)
        return StoredRow(number: object.number, version: 0, values: try columns.map(object.storedValue))
    }
}

extension EntityDescription {
    /// The columns of these names: in a subclass those of its superclass have other indexes.
    func columns(named names: [String]) -> [Int] {
        names.compactMap { name in attributes.firstIndex { $0.name == name } }
    }
}

extension RelationshipDescription {
    /// True if the rows are those at the other end.
    fileprivate func leads(to rows: RelatedRows) -> Bool {
        switch (storage, rows.path) {
        case (.inverseColumn(let own), .column(let column)): own == column && target.name == rows.entity.name
        case (.links(let own, let side), .links(let table, let other)): own == table && side == other
        default: false
        }
    }
}
