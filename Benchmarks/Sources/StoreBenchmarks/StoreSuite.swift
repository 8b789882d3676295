import Harness
import StoreWorkloads

/// The benchmarks of `SignalsStore`.
enum StoreSuite {
    private typealias Work = StoreWorkloads

    static let suite = Suite(
        name: "store", benchmarks: benchmarks, footprints: footprints,
        figures: [{ savesAmongObjects }, { smallSaves }])

    private static let footprints = [
        Footprint("object-bytes", peer: "a managed object of 5 attributes", count: 10_000, ours: Work.keptObjects),
        Footprint("snapshot-bytes", peer: "a snapshot of the same", count: 10_000, ours: Work.keptSnapshots),
    ]

    private static var savesAmongObjects: [Figure] {
        [1_000, 10_000, 100_000].map { count in
            Figure(
                id: "save-among-\(count / 1000)k", value: Work.saveAmong(count), unit: "µs", note: "one changed object")
        }
    }

    private static var smallSaves: [Figure] {
        let (alone, during) = Work.smallSaves()
        func figures(_ id: String, _ times: [Double], _ note: String) -> [Figure] {
            guard let longest = times.max() else { return [] }
            let median = times.sorted()[times.count / 2]
            return [
                Figure(id: "\(id)-median", value: median, unit: "µs", note: note),
                Figure(id: "\(id)-longest", value: longest, unit: "µs", note: "of \(times.count)"),
            ]
        }
        return figures("small-save", alone, "alone")
            + figures("small-save-beside-100k", during, "while a save of 100,000 rows runs")
    }

    private static let benchmarks = [
        rows("insert-grdb", "GRDB, record insert", Work.insert, Work.insertWithGRDB),
        rows("insert-sqlite", "SQLite's C API", Work.insert, Work.insertWithSQLite),
        rows("fetch-snapshots-grdb", "GRDB, hand-written records", Work.fetchSnapshots, Work.fetchWithGRDB),
        rows("fetch-snapshots-sqlite", "SQLite's C API", Work.fetchSnapshots, Work.fetchWithSQLite),
        rows("fetch-read-snapshots-grdb", "GRDB, and all read", Work.fetchAndReadSnapshots, Work.fetchWithGRDB),
        rows("fetch-objects-grdb", "GRDB, hand-written records", Work.fetchObjects, Work.fetchWithGRDB),
        rows("fetch-known-objects-grdb", "GRDB, hand-written records", Work.fetchKnownObjects, Work.fetchWithGRDB),
        Benchmark(
            id: "live-query-grdb", peer: "GRDB, ValueObservation", count: 100_000, runs: 5, ours: Work.liveQuery,
            theirs: Work.liveQueryWithGRDB),
        attribute("attribute-read", "inside perform", Work.readAttribute),
        attribute("attribute-write", "inside perform", Work.writeAttribute),
        attribute("attribute-read-main", "on the main queue", Work.readAttributeOnMain),
        attribute("attribute-write-main", "on the main queue", Work.writeAttributeOnMain),
    ]

    private static func rows(
        _ id: String, _ peer: String, _ ours: @escaping Benchmark.Run, _ theirs: @escaping Benchmark.Run
    ) -> Benchmark {
        Benchmark(id: id, peer: peer, count: 100_000, runs: 7, ours: ours, theirs: theirs)
    }

    private static func attribute(_ id: String, _ place: String, _ ours: @escaping Benchmark.Run) -> Benchmark {
        Benchmark(id: id, peer: place, count: 1_000_000, ours: ours, theirs: nil)
    }
}
