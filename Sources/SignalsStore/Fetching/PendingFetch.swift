import Foundation

/// A fetch in a context with changes: what the store finds, with the changed objects judged by what they are now.
struct PendingFetch<Object: ManagedObject> {
    let request: FetchRequest<Object>
    let entity: EntityDescription
    let store: StoreNumbers

    /// Runs the stored part of the fetch, and merges the two.
    ///
    /// - Parameters:
    ///   - count: how many objects of the entity have changes.
    ///   - pending: those of them that may be found; asked for when the store has been read.
    func merge(
        _ fetch: (FetchRequest<Object>) throws -> [Object], _ count: Int, with pending: () -> [Object]
    ) throws -> [Object] {
        let limit = request.fetchLimit.map { max(0, $0) }
        let offset = max(0, request.fetchOffset)
        var found = try unchanged(fetch, count, atLeast: limit?.adding(offset))
        let matches = request.judge(entity, store: store)
        for object in pending() where object.status != .deleted && !object.isUnloaded {
            if try matches(object) { found.append(object) }
        }
        found = try request.objectOrder(entity).sorted(found)
        return Array(found.dropFirst(offset).prefix(limit ?? found.count))
    }

    /// What the store finds without the objects that have changes, with the request widened until enough is left.
    private func unchanged(
        _ fetch: (FetchRequest<Object>) throws -> [Object], _ count: Int, atLeast least: Int?
    ) throws -> [Object] {
        var widened = request
        widened.fetchOffset = 0
        var extra = min(count, 16)
        while true {
            widened.fetchLimit = least?.adding(extra)
            let all = try fetch(widened)
            let found = all.filter { !$0.hasChanges }
            guard let least, found.count < least, all.count == widened.fetchLimit, extra < count else { return found }
            extra = min(count, extra.adding(extra.adding(extra)))
        }
    }

    /// Judges all objects of the entity by what they are now, without the store.
    func judge(_ objects: [Object]) throws -> [Object] {
        let found = try request.objectOrder(entity).sorted(objects.filter(request.judge(entity, store: store)))
        let limit = request.fetchLimit.map { max(0, $0) }
        return Array(found.dropFirst(max(0, request.fetchOffset)).prefix(limit ?? found.count))
    }
}

extension Int {
    /// The sum of two numbers that are not negative, or the largest number.
    func adding(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}

extension FetchRequest {
    /// Whether an object is one of those that the request asks for: as the store would judge its row, as far as that
    /// can be said of one row.
    func judge(_ entity: EntityDescription, store: StoreNumbers) -> (Object) throws -> Bool {
        guard let conditions = allConditions else { return { _ in true } }
        guard let condition = try? conditions.translate(entity, store), !condition.looksAtOtherRows else {
            return conditions.matches
        }
        return { object in
            // The columns of a subclass are others.
            guard object.entity === entity else { return try conditions.matches(object) }
            return try RowEvaluation(of: object).holds(condition)
        }
    }

    /// The order of objects that are put in order here.
    func objectOrder(_ entity: EntityDescription) -> ObjectOrder<Object> {
        ObjectOrder(sortDescriptors, of: entity)
    }
}
