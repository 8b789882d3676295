import Foundation

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

    /// A request in two parts, the query for what no change here or in a parent concerns and the other objects that are
    /// found; nil where the store cannot answer the query. The limit and offset are left out of both.
    func dividedQuery<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> (query: Query, changed: [Object])? {
        try loadPendingFaults()
        guard var query = try translatedQuery(request, entity) else { return nil }
        (query.limit, query.offset) = (nil, 0)
        let others = query.otherEntities.flatMap { self.entity(named: $0.name)?.family ?? [] }
        var changes = pendingChanges(of: entity, and: others)
        for parent in ancestors {
            let above = try ask(parent) {
                try parent.applyInbox()
                return parent.pendingChanges(of: entity, and: others)
            }
            changes.changed.formUnion(above.changed)
            changes.ends.formUnion(above.ends)
        }
        var numbers = changes.changed
        if query.looksAtOtherRows, let dependence = query.dependence(on: changes.changed.union(changes.ends).sorted()) {
            if dependence.canFail { return nil }
            var dependent = Query(entity: query.entity)
            dependent.condition = dependence
            numbers.formUnion(changes.ends)
            numbers.formUnion(try readStoreBelow { try $0.numbers(dependent) })
        }
        let matches = request.judge(entity, query.condition)
        let found = try concerned(numbers.sorted(), request, entity).filter(matches)
        let isUnchanged = QueryExpression.boolean(.not(.objectID(isOneOf: numbers.sorted())))
        query.condition = query.condition.map { .boolean(.and(isUnchanged, $0)) } ?? isUnchanged
        return (query, found)
    }

    /// True if an index leads to fewer of what a request asks for than there are changes: then it is cheaper to fetch those
    /// than to judge all that is changed.
    func isCheaperFetched<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> Bool {
        let (few, changed) = (16, objects.pendingCount(of: entity.family))
        guard changed > few, var query = try translatedQuery(request, entity), !query.looksAtOtherRows,
            NarrowedQuery(query).selection != .all
        else { return false }
        (query.limit, query.offset, query.order) = (nil, 0, [])
        return try readStoreBelow { [query] in try $0.count(query) } <= changed
    }

    /// The numbers of the objects that a request finds, of which few are made; nil where the store cannot say, or there are
    /// many changes.
    func numbersBesideChanges<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> [Int64]? {
        let before = changesAbove
        let few = 16
        guard objects.pendingCount(of: entity.family) <= few, let divided = try dividedQuery(request, entity),
            divided.changed.count <= few
        else { return nil }
        let fetch = PendingFetch(request: request, entity: entity, query: divided.query, condition: nil)
        var query = divided.query
        query.limit = fetch.needed
        do {
            let numbers = try request.objectOrder(entity).merged(
                try readStoreBelow { try $0.numbers(query) }, with: divided.changed,
                object: { number in
                    let found: [Object] = try fetchNumbered([number], entity)
                    guard let object = found.first else { throw StaleNumber() }
                    return object
                }, element: \.number)
            return changesAbove == before ? fetch.slice(numbers) : nil
        } catch is StaleNumber { return nil }
    }

    /// A row was deleted since its number was read.
    private struct StaleNumber: Error {}

    /// The objects of a request's class with these numbers, those with changes here as they are, and the others read now.
    private func concerned<Object: ManagedObject>(
        _ numbers: [Int64], _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> [Object] {
        let changed = objects.pending(.all, of: entity, and: entity.subentities).compactMap { $0 as? Object }
        let known = Set(changed.map(\.number))
        let unchanged: [Object] = try fetchNumbered(numbers.filter { !known.contains($0) }, entity)
        return (unchanged + changed).filter { object in
            (request.includesSubentities || object.entity === entity) && object.status != .deleted && !object.isUnloaded
        }
    }

    /// The objects with these numbers as a fetch finds them: read now, from a parent also with what was changed above it.
    func fetchNumbered<Object: ManagedObject>(_ numbers: [Int64], _ entity: EntityDescription) throws -> [Object] {
        if numbers.isEmpty { return [] }
        guard case .parent(let parent) = source else {
            return try read(numbers, in: entity).compactMap { $0 as? Object }
        }
        let ids = Set(numbers.map { ManagedObjectID<Object>(store: confinement.store, number: $0) })
        return try fetch(FetchRequest<Object>(predicate: #Predicate { ids.contains($0.objectID) }), from: parent)
    }

    /// The numbers of the objects of some classes that have changes here, and of those that they are related to, which have
    /// come to be so here and may have no changes themselves.
    private func pendingChanges(
        of entity: EntityDescription, and others: [EntityDescription]
    ) -> (changed: Set<Int64>, ends: Set<Int64>) {
        var (changed, ends): (Set<Int64>, Set<Int64>) = ([], [])
        for object in objects.pending(.all, of: entity, and: entity.family + others) {
            changed.insert(object.number)
            if others.isEmpty { continue }
            for relationship in object.entity.relationships {
                let state = relationship.state(in: object)
                if relationship.column != nil { ends.insert(state.pointee.reference) }
                guard let edits = state.pointee.edits else { continue }
                ends.formUnion(edits.added.keys)
                ends.formUnion(edits.removed.keys)
            }
        }
        return (changed, ends)
    }

    /// Reads the store, also where this context reads from a parent, for what no change above concerns.
    func readStoreBelow<Result: Sendable>(_ read: (any StoreReader) throws -> Result) throws -> Result {
        var root: ManagedObjectContext?
        for parent in ancestors { root = parent }
        guard let root else { return try readStore(read) }
        return try ask(root) { try root.readStore(read) }
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
