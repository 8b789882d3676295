// What a child context saves.
extension ObjectGraph {
    /// Makes a child's links and orders those of the objects here.
    func apply(_ links: [LinkChange], _ orders: [LinkOrder]) {
        for change in links {
            guard let (source, relationship) = source(change.source, of: change.table),
                let target = try? context.object(at: change.target, relationship.target)
            else { continue }
            // By the end that it was changed at.
            if change.isMadeByTarget, let inverse = relationship.inverse {
                try? setLinked(target, inverse, source, change.kind == .added)
            } else {
                try? setLinked(source, relationship, target, change.kind == .added)
            }
        }
        for order in orders {
            guard let (source, relationship) = source(order.source, of: order.table) else { continue }
            try? resolve(relationship, of: source)
            let members = Dictionary(
                relationship.members(in: source).map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
            let listed = order.targets.compactMap { members[$0] }
            let targets = Set(order.targets)
            let others = relationship.members(in: source).filter { !targets.contains($0.number) }
            try? setOrder(of: relationship, of: source, to: listed + others)
        }
    }

    /// The relationships that a table of links keeps: one, as its class declares it and as subclasses inherit it.
    func relationships(
        of table: LinkTable
    ) -> [(entity: EntityDescription, relationship: RelationshipDescription)] {
        context.entities.flatMap { entity in
            entity.relationships.compactMap { relationship in
                if case .links(table, .source) = relationship.storage { (entity, relationship) } else { nil }
            }
        }
    }

    private func source(_ number: Int64, of table: LinkTable) -> (ManagedObject, RelationshipDescription)? {
        for entity in context.entities {
            for relationship in entity.relationships {
                guard case .links(table, .source) = relationship.storage,
                    let source = try? context.object(at: number, entity)
                else { continue }
                return (source, relationship)
            }
        }
        return nil
    }
}
