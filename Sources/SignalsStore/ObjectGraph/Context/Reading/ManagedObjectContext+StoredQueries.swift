// The queries by which the store or the parent can answer a request, and what is pending here beside them.
extension ManagedObjectContext {
    /// The parent, if it alone can answer a request: there are no changes here.
    func parentAnswering(_ request: FetchRequest<some ManagedObject>) -> ManagedObjectContext? {
        guard case .parent(let parent) = source else { return nil }
        return objects.pending.isEmpty || !request.includesPendingChanges ? parent : nil
    }

    /// The query with which the store alone can answer a request; nil where this context's objects are needed: it has
    /// changes, reads from a parent, or the request is evaluated in memory.
    ///
    /// - Throws: `FetchError` for a request that is not to be evaluated in memory.
    func storedQuery<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> Query? {
        guard case .store = source else { return nil }
        return try storesQuery(request, entity)
    }

    /// The query with which what this context reads from, the store or its parent, alone can answer a request; nil where
    /// this context's objects are needed.
    func storesQuery<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> Query? {
        guard let query = try translatedQuery(request, entity) else { return nil }
        if objects.pending.isEmpty || !request.includesPendingChanges { return query }
        if query.looksAtOtherRows { return isConcerned(query, entity) ? nil : query }
        let classes = request.includesSubentities ? entity.family : [entity]
        return objects.pendingCount(of: classes) > 0 ? nil : query
    }

    /// True if there are changes here of objects of a class that a query finds or looks at.
    func isConcerned(_ query: Query, _ entity: EntityDescription) -> Bool {
        let others = query.otherEntities.flatMap { self.entity(named: $0.name)?.family ?? [] }
        return objects.pendingCount(of: entity.family + others) > 0
    }

    /// The query of a request for all but what has changes here, and those of the changed objects that the request finds;
    /// nil where more than these decide on what is found.
    func dividedQuery<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> (query: Query, changed: [Object])? {
        guard case .store = source, request.fetchLimit == nil, request.fetchOffset == 0 else { return nil }
        try loadPendingFaults()
        guard var query = try translatedQuery(request, entity), !query.looksAtOtherRows else { return nil }
        let subclasses = request.includesSubentities ? entity.subentities : []
        let pending = objects.pending(.all, of: entity, and: subclasses)
        let matches = request.judge(entity, query.condition)
        let changed = try pending.lazy.compactMap { $0 as? Object }
            .filter { $0.status != .deleted && !$0.isUnloaded }.filter(matches)
        let isUnchanged = QueryExpression.boolean(.not(.objectID(isOneOf: pending.map(\.number))))
        query.condition = query.condition.map { .boolean(.and(isUnchanged, $0)) } ?? isUnchanged
        return (query, changed)
    }

    /// The query of a request; nil where it is to be evaluated in memory.
    func translatedQuery<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> Query? {
        do {
            return try request.query(entity, coordinator.schema(of: entity), store: confinement.store)
        } catch let error as FetchError {
            guard request.allowsInMemoryEvaluation else { throw error }
            switch error {
            case .untranslatable, .unsortable: return nil
            default: throw error
            }
        }
    }
}
