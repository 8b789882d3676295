import Foundation

/// A fetch in a context with changes: the rows that the store finds, and the changed objects, evaluated by their
/// present values.
struct PendingFetch<Object: ManagedObject> {
    let request: FetchRequest<Object>
    let entity: EntityDescription
    /// The request's query; nil where it has none, and is evaluated in memory.
    let query: Query?
    /// The condition that the request sets for a row, where that can be said in the store's terms.
    let condition: QueryExpression?

    /// Runs the stored part of the fetch, and merges the two.
    ///
    /// - Parameters:
    ///   - count: the number of objects of the entity with changes.
    ///   - pending: those of them that may be found; asked for when the store has been read.
    func merge(
        _ fetch: (FetchRequest<Object>, Query?) throws -> [Object], _ count: Int, with pending: () -> [Object]
    ) throws -> [Object] {
        let found = try unchanged(fetch, count, atLeast: needed)
        let matches = request.judge(entity, condition)
        let changed = try pending().filter { $0.status != .deleted && !$0.isUnloaded }.filter(matches)
        return slice(try request.objectOrder(entity).merged(found, with: changed))
    }

    /// Runs the query, which finds nothing that changes concern, and merges what they do.
    ///
    /// - Parameter changed: the other objects that the request finds.
    func merge(
        _ fetch: (FetchRequest<Object>, Query?) throws -> [Object], with changed: [Object]
    ) throws -> [Object] {
        var query = query
        query?.limit = needed
        return slice(try request.objectOrder(entity).merged(try fetch(request, query), with: changed))
    }

    /// The number of objects, from the first on, that are enough; nil for all.
    var needed: Int? {
        request.fetchLimit.map { max(0, $0).adding(max(0, request.fetchOffset)) }
    }

    /// Applies the offset and the limit of the request to all that is found.
    func slice<Element>(_ found: [Element]) -> [Element] {
        let limit = request.fetchLimit.map { max(0, $0) }
        return Array(found.dropFirst(max(0, request.fetchOffset)).prefix(limit ?? found.count))
    }

    /// Returns what the store finds without the objects that have changes, with the request widened until enough is
    /// left.
    private func unchanged(
        _ fetch: (FetchRequest<Object>, Query?) throws -> [Object], _ count: Int, atLeast least: Int?
    ) throws -> [Object] {
        var (widened, query) = (request, query)
        widened.fetchOffset = 0
        query?.offset = 0
        var extra = min(count, 16)
        while true {
            widened.fetchLimit = least?.adding(extra)
            query?.limit = widened.fetchLimit
            let all = try fetch(widened, query)
            let found = all.filter { !$0.hasChanges }
            guard let least, found.count < least, all.count == widened.fetchLimit, extra < count else { return found }
            extra = min(count, extra.adding(extra.adding(extra)))
        }
    }

    /// Judges all objects of the entity by what they are now, without the store.
    func judge(_ objects: [Object]) throws -> [Object] {
        slice(try request.objectOrder(entity).sorted(objects.filter(request.judge(entity, condition))))
    }
}

extension FetchRequest {
    /// Returns a closure that is true if an object is one of those that the request asks for: as the store would judge
    /// its row, as far as that can be said of one row.
    ///
    /// - Parameter condition: the request's in terms of the store; nil where it has none.
    func judge(_ entity: EntityDescription, _ condition: QueryExpression?) -> (Object) throws -> Bool {
        guard let conditions = allConditions else { return { _ in true } }
        // Foundation follows relationships with less reading, but an overflow would stop the program there.
        guard let condition, !condition.looksAtOtherRows || condition.canFail else { return conditions.matches }
        var columns: [ObjectIdentifier: [Int]] = [:]
        return { object in
            if object.entity === entity { return try RowEvaluation(of: object).holds(condition) }
            let kind = ObjectIdentifier(object.entity)
            let own = columns[kind] ?? object.entity.columns(named: entity.attributes.map(\.name))
            columns[kind] = own
            return try RowEvaluation(of: object, columns: own).holds(condition)
        }
    }

    /// The order of objects that are put in order here.
    func objectOrder(_ entity: EntityDescription) -> ObjectOrder {
        ObjectOrder(self, of: entity)
    }
}
