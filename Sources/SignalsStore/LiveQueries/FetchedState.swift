import SignalsCore

/// A state of fetched results, and its difference from the one before.
package struct FetchedState<Object: ManagedObject>: Sendable {
    /// The objects, in the request's order.
    package let snapshots: SnapshotList<Object>
    private let changes: RowChanges
    private let store: StoreNumbers?

    /// No objects.
    init() { (snapshots, changes, store) = (SnapshotList(), RowChanges(), nil) }

    init(_ result: LiveResult) {
        snapshots = SnapshotList(result.rows)
        (changes, store) = (result.changes, result.store)
    }

    /// The objects that have other values than in the state before.
    package var updatedIDs: Set<ManagedObjectID<Object>> { Set(changes.updated.lazy.map(id)) }

    /// The objects that left and came since the state before, by position. A move is both.
    package var difference: CollectionDifference<ManagedObjectID<Object>> {
        let removed = Dictionary(changes.removals.map { ($0.number, $0.position) }) { $1 }
        let inserted = Dictionary(insertions.map { ($0.number, $0.position) }) { $1 }
        var steps: [CollectionDifference<ManagedObjectID<Object>>.Change] = []
        for (number, position) in removed {
            steps.append(.remove(offset: position, element: id(number), associatedWith: inserted[number]))
        }
        for (number, position) in inserted {
            steps.append(.insert(offset: position, element: id(number), associatedWith: removed[number]))
        }
        return CollectionDifference(steps) ?? CollectionDifference([])!
    }

    /// The number of objects that left and came; a move counts twice.
    package var differenceCount: Int { changes.removals.count + insertionCount }

    private var insertionCount: Int { changes.isFirst ? snapshots.count : changes.insertions.count }

    private var insertions: [RowChanges.Change] {
        guard changes.isFirst else { return changes.insertions }
        return snapshots.indices.map { .init(position: $0, number: snapshots.rows.number(at: $0)) }
    }

    private func id(_ number: Int64) -> ManagedObjectID<Object> {
        guard let store else { fatalError("A state without a store has no objects.") }
        return ManagedObjectID(store: store, number: number)
    }
}
