import StoreWorkloads

/// The benchmarks of `SignalsStore`.
enum StoreSuite {
    private typealias Work = StoreWorkloads

    static let suite = Suite(name: "store", benchmarks: benchmarks)

    private static let benchmarks = [
        rows("insert-grdb", "GRDB, record insert", Work.insert, Work.insertWithGRDB),
        rows("insert-sqlite", "SQLite's C API", Work.insert, Work.insertWithSQLite),
        rows("fetch-snapshots-grdb", "GRDB, hand-written records", Work.fetchSnapshots, Work.fetchWithGRDB),
        rows("fetch-snapshots-sqlite", "SQLite's C API", Work.fetchSnapshots, Work.fetchWithSQLite),
        rows("fetch-read-snapshots-grdb", "GRDB, and all read", Work.fetchAndReadSnapshots, Work.fetchWithGRDB),
        rows("fetch-objects-grdb", "GRDB, hand-written records", Work.fetchObjects, Work.fetchWithGRDB),
        rows("fetch-known-objects-grdb", "GRDB, hand-written records", Work.fetchKnownObjects, Work.fetchWithGRDB),
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
