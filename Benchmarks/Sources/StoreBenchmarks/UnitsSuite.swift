import Harness
import StoreWorkloads

/// The benchmarks of what a unit of work costs, beside the same changes made without one, and of units that change the same
/// rows.
enum UnitsSuite {
    private typealias Work = StoreWorkloads

    static let suite = Suite(name: "units", benchmarks: benchmarks, marks: ["units-hot-rows": 2])

    private static let benchmarks = [
        Benchmark(
            id: "unit-of-work", peer: "performBackgroundTask, 1,000 at once", count: 1000, runs: 11,
            ours: Work.peerUnits, theirs: Work.backgroundTasks),
        Benchmark(
            id: "unit-of-work-awaited", peer: "performBackgroundTask, one by one", count: 300, runs: 11,
            ours: Work.awaitedUnits, theirs: Work.awaitedBackgroundTasks),
        Benchmark(
            id: "unit-of-work-events", peer: "performBackgroundTask, 1,000 at once", count: 1000, runs: 11,
            ours: Work.unitsWithEvents, theirs: Work.backgroundTasks),
        Benchmark(
            id: "unit-of-work-child", peer: "the same as peers of the view context", count: 1000, runs: 7,
            ours: Work.childUnits, theirs: Work.peerUnits),
        Benchmark(
            id: "units-hot-rows", peer: "GRDB's writes one after the other, 4 rows", count: 1000, runs: 7,
            ours: Work.hotUnits, theirs: Work.hotWritesWithGRDB),
    ]
}
