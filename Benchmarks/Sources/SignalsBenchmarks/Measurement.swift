/// What a benchmark has cost on both sides: the medians of runs that took turns, in nanoseconds a value.
struct Measurement {
    let benchmark: Benchmark
    let ours: Double
    let theirs: Double?

    /// How many times our cost goes into the peer's.
    var ratio: Double? { theirs.map { $0 / ours } }

    init(of benchmark: Benchmark) {
        self.benchmark = benchmark
        var (ours, theirs): ([Double], [Double]) = ([], [])
        _ = benchmark.ours(benchmark.count / 10)
        _ = benchmark.theirs?(benchmark.count / 10)
        for _ in 0..<benchmark.runs {
            ours.append(benchmark.ours(benchmark.count) / Double(benchmark.count))
            if let run = benchmark.theirs { theirs.append(run(benchmark.count) / Double(benchmark.count)) }
        }
        self.ours = Self.median(ours)
        self.theirs = theirs.isEmpty ? nil : Self.median(theirs)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
