// The ends of lists whose order the members keep.
extension ManagedObjectContext {
    /// The position of the last member of a list where this context reads, found without its other members; 0 for an empty
    /// list.
    ///
    /// - Parameter reference: the relationship of the members that refers to the owner.
    /// - Throws: `FetchError`.
    func lastPosition(in list: RelationshipDescription, of owner: Int64) throws -> Double {
        guard let reference = list.inverse else { return 0 }
        if case .parent(let parent) = source {
            let (entity, index) = (reference.target, list.index)
            return try ask(parent) {
                guard let owner = try parent.liveObjects([owner], in: entity)[owner] else { return 0 }
                return try ObjectGraph(context: parent).lastPosition(in: owner.entity.relationships[index], of: owner)
            }
        }
        var last = 0.0
        for member in list.target.family {
            guard let query = lastMember(of: member, by: member.relationships[reference.index], owner) else { continue }
            try readStore { store in
                try store.fetchRows(query) { row in
                    guard let column = query.order.first?.attribute, case .real(let position) = row.value(at: column)
                    else { return }
                    last = max(last, position)
                }
            }
        }
        return last
    }

    private func lastMember(
        of entity: EntityDescription, by reference: RelationshipDescription, _ owner: Int64
    ) -> Query? {
        guard let column = reference.column, let positionColumn = reference.positionColumn else { return nil }
        var query = Query(entity: coordinator.schema(of: entity).alone)
        let leading = QueryExpression(.attribute(column, of: .fetched), .reference, isOptional: true)
        query.condition = .boolean(.isOneOf(leading, [.integer(owner)]))
        query.order = [QueryOrder(attribute: positionColumn, isAscending: false, textOrder: .swift)]
        query.limit = 1
        return query
    }
}
