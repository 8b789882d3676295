import SignalsStore

/// The tasks of a list of snapshots, each made when it is asked for.
struct StoredTasks: RandomAccessCollection, Sendable {
    private let snapshots: SnapshotList<HouseholdTask>

    init(_ snapshots: SnapshotList<HouseholdTask> = SnapshotList()) { self.snapshots = snapshots }

    var startIndex: Int { 0 }
    var endIndex: Int { snapshots.count }

    subscript(position: Int) -> StoredTask { StoredTask(snapshots[position]) }

    /// The task with an ID, for which the others are not read; nil if there is none.
    func task(with id: StoredTask.ID) -> StoredTask? { snapshots.firstIndex(of: id).map { self[$0] } }
}
