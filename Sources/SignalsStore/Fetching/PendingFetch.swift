import Foundation

/// A fetch in a context with changes: what the store finds, with the changed objects judged by what they are now.
struct PendingFetch<Object: ManagedObject> {
    let request: FetchRequest<Object>
    let entity: EntityDescription
    let store: StoreNumbers
    /// The objects of the entity that have changes.
    let pending: [Object]

    /// Runs the stored part of the fetch, with the request widened so that enough is left, and merges the two.
    func merge(_ fetch: (FetchRequest<Object>) throws -> [Object]) throws -> [Object] {
        let limit = request.fetchLimit.map { max(0, $0) }
        let offset = max(0, request.fetchOffset)
        var widened = request
        widened.fetchOffset = 0
        widened.fetchLimit = limit.map { $0.adding(offset).adding(pending.count) }
        var found = try fetch(widened)
        found.removeAll(where: \.hasChanges)
        let matches = request.judge(entity, store: store)
        for object in pending where object.status != .deleted && !object.isUnloaded {
            if try matches(object) { found.append(object) }
        }
        found.sort(by: request.isBefore)
        return Array(found.dropFirst(offset).prefix(limit ?? found.count))
    }

    /// Judges all objects by what they are now, without the store.
    func judge() throws -> [Object] {
        let found = try pending.filter(request.judge(entity, store: store)).sorted(by: request.isBefore)
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

    /// Whether an object comes before another.
    func isBefore(_ left: Object, _ right: Object) -> Bool {
        for descriptor in sortDescriptors {
            switch descriptor.compare(left, right) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        return left.number < right.number
    }
}
