import Harness
import StoreWorkloads

/// The benchmarks of what it costs to change relationships, and to find objects among those with changes.
///
/// A change of one member costs the same in small sets and large ones, and a look-up beside few changes and many: the
/// ratio of these is the time of one among 1,000 to that among 100,000.
enum RelationshipsSuite {
    private typealias Work = StoreWorkloads

    static let suite = Suite(
        name: "relationships", benchmarks: growing + appending + [withGRDB], figures: [figures],
        marks: [
            "relate-to-one": 0.6, "relate-insert": 0.6, "relate-many-to-many": 0.6, "relate-ordered-append": 0.6,
            "undo-ordered": 0.6, "undo-deletions": 0.6, "import-unique": 0.6, "find-or-create": 0.6,
            "units-append": 0.6, "units-append-linked": 0.6, "relate-grdb": 2,
        ])

    private static let all: [(id: String, run: Benchmark.Run)] = [
        ("relate-to-one", Work.relateToOne),
        ("relate-insert", Work.relateByInserting),
        ("relate-many-to-many", Work.relateManyToMany),
        ("relate-ordered-append", Work.relateInOrder),
        ("undo-ordered", Work.undoInOrder),
        ("undo-deletions", Work.undoDeletions),
        ("import-unique", Work.importUnique),
        ("find-or-create", Work.findOrCreate),
    ]

    private static let growing = all.map { id, run in
        Benchmark(
            id: id, peer: "each of 1,000, ours being of 100,000", count: 100_000, runs: 5, ours: run,
            theirs: { count in repeated(10, count / 100, run) * 10 })
    }

    /// Units that put one member more into a list: of 1,000, and of 16,000.
    private static let appending = [
        ("units-append", Work.appendInUnits), ("units-append-linked", Work.appendLinkedInUnits),
    ].map { id, run in
        Benchmark(
            id: id, peer: "to a list of 1,000, ours being of 16,000", count: 200, runs: 5, ours: { _ in run(16_000) },
            theirs: { _ in run(1_000) })
    }

    private static func repeated(_ times: Int, _ count: Int, _ run: Benchmark.Run) -> Double {
        (0..<times).reduce(0) { sum, _ in sum + run(count) }
    }

    /// The time per link at each size, in nanoseconds: the median of 5.
    private static func figures() -> [Figure] {
        all.flatMap { id, run in
            [1000, 10_000, 100_000].map { count in
                let times = (0..<5).map { _ in run(count) / Double(count) }.sorted()
                return Figure(id: "\(id)-\(count / 1000)k", value: times[2], unit: "ns", note: "a link of \(count)")
            }
        }
    }

    private static let withGRDB = Benchmark(
        id: "relate-grdb", peer: "GRDB, record insert", count: 100_000, runs: 5, ours: Work.insertRelated,
        theirs: Work.insertRelatedWithGRDB)
}
