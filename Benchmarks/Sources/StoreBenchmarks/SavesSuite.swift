import Harness
import StoreWorkloads

/// The benchmarks of what saving costs. Ours are durable throughout.
enum SavesSuite {
    private typealias Work = StoreWorkloads

    static let suite = Suite(name: "saves", benchmarks: benchmarks, figures: [{ [syncTime()] + places() }])

    private static let benchmarks = [
        atOnce("saves-grdb-full", durable, Work.saveInBackground(_:), Work.saveWithGRDB),
        atOnce("saves-grdb-normal", notDurable, Work.saveInBackground(_:), Work.saveWithGRDBNotDurable),
        atOnce("saves-on-return-grdb-full", durable, Work.saveOnReturn, Work.saveWithGRDB),
        atOnce("saves-on-return-grdb-normal", notDurable, Work.saveOnReturn, Work.saveWithGRDBNotDurable),
        oneByOne("save-in-context-sqlite", Work.saveInContext),
        oneByOne("save-awaited-sqlite", Work.saveAwaited),
        Benchmark(
            id: "readers-under-writer", peer: "the same readers alone", count: 8000, runs: 7,
            ours: Work.readUnderAWriter, theirs: Work.readAlone),
    ]

    private static let durable = "GRDB asyncWrite, synchronous=FULL"
    private static let notDurable = "GRDB asyncWrite, synchronous=NORMAL"

    private static func atOnce(
        _ id: String, _ peer: String, _ ours: @escaping Benchmark.Run, _ theirs: @escaping Benchmark.Run
    ) -> Benchmark {
        Benchmark(id: id, peer: peer, count: 1000, runs: 11, ours: ours, theirs: theirs)
    }

    private static func oneByOne(_ id: String, _ ours: @escaping Benchmark.Run) -> Benchmark {
        Benchmark(
            id: id, peer: "SQLite's C API, synchronous=FULL", count: 500, runs: 11, ours: ours,
            theirs: Work.saveWithSQLite)
    }

    private static func syncTime() -> Figure {
        Figure(id: "sync", value: Work.syncTime(), unit: "µs", note: "4 KB written and synced, on this machine")
    }

    private static func places() -> [Figure] {
        [4, 16, 64, 96, 192].map { places in
            Figure(
                id: "places-\(places)", value: Work.saveWithPlaces(places), unit: "µs",
                note: "a save of 1,000 at once, when so many closures may have begun")
        }
    }
}
