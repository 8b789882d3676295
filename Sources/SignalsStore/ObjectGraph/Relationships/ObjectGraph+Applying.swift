// The saves of child contexts.
extension ObjectGraph {
    /// Makes a child's links here, and merges its orders of members with those here.
    ///
    /// `AbsorptionPlan` has read what this needs. Of the lists that a child saved through this context, one that cannot be
    /// read keeps the order that is pending here.
    func apply(_ links: [LinkChange], _ orders: [LinkOrder], _ policy: MergePolicy) {
        let ends = orders.filter { $0.isAppended(by: links) }
        let links = links.filter { change in !ends.contains { $0.adds(change) } } + ends.flatMap { $0.added(by: links) }
        let orders = orders.filter { !$0.isAppended(by: links) }
        // Before the links are made: members that the child added are not members here yet.
        let lists = orders.map { order in
            source(order.source, of: order.table).map { source, relationship in
                try? resolve(relationship, of: source)
                return relationship.members(in: source).map(\.number)
            }
        }
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
        for (order, list) in zip(orders, lists) {
            guard let list, let (source, relationship) = source(order.source, of: order.table) else { continue }
            let merged = MergedOrder(
                base: order.base, here: order.allTargets(with: list), prefersOthers: policy.prefersOthers
            ).list(with: list)
            let indexes = Dictionary(merged.enumerated().map { ($1, $0) }) { first, _ in first }
            let members = relationship.members(in: source).enumerated().map { index, member in
                (index: indexes[member.number] ?? merged.count + index, member: member)
            }
            try? setOrder(of: relationship, of: source, to: members.sorted { $0.index < $1.index }.map(\.member))
        }
    }

    /// The relationships that a join table keeps: one, as its class declares it and as subclasses inherit it.
    func relationships(
        of table: JoinTable
    ) -> [(entity: EntityDescription, relationship: RelationshipDescription)] {
        context.entities.flatMap { entity in
            entity.relationships.compactMap { relationship in
                if case .links(table, .source) = relationship.storage { (entity, relationship) } else { nil }
            }
        }
    }

    /// Returns the pending changes of the list that an order is of; nil where there are none.
    func edits(ofListIn order: LinkOrder) -> RelationshipEdits? {
        guard let owner = context.objects[order.source] else { return nil }
        return owner.entity.relationships.lazy.compactMap { relationship in
            guard case .links(order.table, .source) = relationship.storage else { return nil }
            return relationship.state(in: owner).pointee.edits
        }.first
    }

    private func source(_ number: Int64, of table: JoinTable) -> (ManagedObject, RelationshipDescription)? {
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

extension LinkOrder {
    /// True if the last targets are those that changes add, and no others.
    fileprivate func isAppended(by links: [LinkChange]) -> Bool {
        guard isEnd else { return false }
        let added = Set(links.lazy.filter(adds).map(\.target))
        return targets.suffix(added.count).allSatisfy(added.contains)
    }

    fileprivate func adds(_ change: LinkChange) -> Bool {
        change.kind == .added && change.source == source && change.table == table
    }

    /// The changes that add targets, in the order of these.
    fileprivate func added(by links: [LinkChange]) -> [LinkChange] {
        let changes = Dictionary(links.lazy.filter(adds).map { ($0.target, $0) }) { first, _ in first }
        return targets.compactMap { changes[$0] }
    }
}
