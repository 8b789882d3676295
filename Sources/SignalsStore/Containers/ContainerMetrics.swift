import SignalsStoreCore

/// The counts of a container's store since it was opened, and of the work that is under way. They are kept at all
/// times.
///
/// Containers on one file of one process share the store, and so these counts, but for `pendingTasks`
/// and `liveQueries`.
public struct ContainerMetrics: Sendable {
    /// The saves that are on disk.
    public var saves = 0
    /// The saves that failed, including those that were retried after a conflict.
    public var failures = 0
    /// The failures that were conflicts with other saves.
    public var conflicts = 0
    /// The closures that ran again after a conflict.
    public var retries = 0
    /// The commits. Each commits the saves that came at the same time, with one sync of the disk.
    public var groups = 0
    /// The most saves that one commit had.
    public var largestGroup = 0
    /// The last failure; nil if there was none.
    public var lastFailure: SaveError?
    /// The time that saves took, from when they were handed to the store until they were on disk and the observers were
    /// notified.
    public var latencies = LatencyHistogram()
    /// The background tasks of the container that wait, run or are being saved.
    public var pendingTasks = 0
    /// The reads that are under way.
    public var busyReaders = 0
    /// The live queries of the container, such as those of `FetchedResults`.
    public var liveQueries = 0

    /// The saves of a commit, on average; zero before the first one.
    public var averageGroup: Double { groups == 0 ? 0 : Double(saves) / Double(groups) }
}

extension PersistentContainer {
    /// The present counts. May be read on any thread.
    public var metrics: ContainerMetrics {
        let counts = coordinator.meter.counts
        return ContainerMetrics(
            saves: counts.saves, failures: counts.failures, conflicts: counts.conflicts, retries: counts.retries,
            groups: counts.groups, largestGroup: counts.largestGroup, lastFailure: counts.lastFailure,
            latencies: counts.latencies, pendingTasks: tasks.count, busyReaders: coordinator.store.busyReaders,
            liveQueries: liveRounds.count)
    }
}
