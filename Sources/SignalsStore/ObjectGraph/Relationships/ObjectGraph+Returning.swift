// The links of objects whose deletion was taken back: children have seen the objects without these links, and other
// contexts may have made further ones meanwhile, which are not changes of this context.
extension ManagedObjectContext {
    /// Notifies the children that follow of the links of objects that are back.
    func notifyChildren(ofLinksOf returned: [ManagedObject]) {
        guard hasFollowers else { return }
        var notice = CommitNotice()
        notice.links = ObjectGraph(context: self).links(of: returned)
        if !notice.isEmpty { notifyChildren(notice) }
    }
}

extension ObjectGraph {
    /// Returns the links of objects, as they are here, as changes. What cannot be read now is left out.
    func links(of objects: [ManagedObject]) -> [LinkChange] {
        objects.filter { $0.status != .deleted && $0.status != .gone }.flatMap { object in
            object.entity.relationships.flatMap { links(of: object, $0) } + oneWayLinks(to: object)
        }
    }

    private func links(of object: ManagedObject, _ relationship: RelationshipDescription) -> [LinkChange] {
        guard case .links(let table, let side) = relationship.storage else { return [] }
        try? resolve(relationship, of: object)
        return relationship.members(in: object).map { member in
            let (source, target) = side == .source ? (object, member) : (member, object)
            return LinkChange(table: table, kind: .added, source: source.number, target: target.number)
        }
    }

    private func oneWayLinks(to object: ManagedObject) -> [LinkChange] {
        Set(object.entity.leadingOneWay.compactMap(\.links)).flatMap { table in
            let pairs = (try? context.sourcePairsWithChanges(of: table, to: [object.number])) ?? []
            return pairs.map { LinkChange(table: table, kind: .added, source: $0.other, target: $0.owner) }
        }
    }
}
