import Foundation

/// A fetch in a context with changes: what the store finds, with the changed objects judged by what they are now.
struct PendingFetch<Object: ManagedObject> {
    let request: FetchRequest<Object>
    /// The objects of the entity that have changes.
    let pending: [Object]

    /// Runs the stored part of the fetch, with the request widened so that enough is left, and merges the two.
    func merge(_ fetch: (FetchRequest<Object>) throws -> [Object]) throws -> [Object] {
        let limit = request.fetchLimit.map { max(0, $0) }
        let offset = max(0, request.fetchOffset)
        var widened = request
        widened.fetchOffset = 0
        widened.fetchLimit = limit.map { $0 + offset + pending.count }
        var found = try fetch(widened)
        found.removeAll(where: \.hasChanges)
        for object in pending where object.status != .deleted {
            if try matches(object) { found.append(object) }
        }
        found.sort(by: isBefore)
        return Array(found.dropFirst(offset).prefix(limit ?? found.count))
    }

    /// Judges all objects by what they are now, without the store.
    func judge() throws -> [Object] {
        let found = try pending.filter(matches).sorted(by: isBefore)
        let limit = request.fetchLimit.map { max(0, $0) }
        return Array(found.dropFirst(max(0, request.fetchOffset)).prefix(limit ?? found.count))
    }

    private func matches(_ object: Object) throws -> Bool {
        try request.allConditions?.matches(object) ?? true
    }

    private func isBefore(_ left: Object, _ right: Object) -> Bool {
        for descriptor in request.sortDescriptors {
            switch descriptor.compare(left, right) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        return left.number < right.number
    }
}
