import Harness

/// Subscribing and cancelling among many: at one source, beside as many subscribers at sources with a thousand each,
/// so that both sides have as much in memory.
enum ScalingSuite {
    static let suite = Suite(
        name: "scaling", benchmarks: benchmarks,
        marks: Dictionary(benchmarks.map { ($0.id, leastRatio) }) { first, _ in first })

    /// An operation costs as much among all as among a thousand, but for what larger tables and noise cost.
    private static let leastRatio = 0.7

    private static let benchmarks = Source.all.flatMap { source in
        Order.allCases.flatMap { order in
            [10_000, 100_000].map { count in benchmark(source, order, count) }
        }
    }

    private static func benchmark(_ source: Source, _ order: Order, _ count: Int) -> Benchmark {
        Benchmark(
            id: "scaling-\(source.name)-\(order)-\(count / 1000)k", peer: "\(count / 1000) × 1,000", count: count,
            runs: 5,
            ours: { Crowd(count: $0, at: source, each: $0).time(cancelling: order) },
            theirs: { Crowd(count: $0, at: source, each: 1000).time(cancelling: order) })
    }
}
