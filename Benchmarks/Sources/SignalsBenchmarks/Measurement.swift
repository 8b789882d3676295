import Dispatch

/// What a benchmark has cost on both sides: the medians of runs that took turns, in nanoseconds a value.
struct Measurement {
    let benchmark: Benchmark
    let ours: Double
    let theirs: Double

    /// How many times our cost goes into the peer's.
    var ratio: Double { theirs / ours }

    init(of benchmark: Benchmark, runs: Int = 15) {
        self.benchmark = benchmark
        var (ours, theirs): ([Double], [Double]) = ([], [])
        benchmark.ours(benchmark.count / 10)
        benchmark.theirs(benchmark.count / 10)
        for _ in 0..<runs {
            ours.append(Self.nanoseconds(benchmark.count, benchmark.ours))
            theirs.append(Self.nanoseconds(benchmark.count, benchmark.theirs))
        }
        self.ours = Self.median(ours)
        self.theirs = Self.median(theirs)
    }

    private static func nanoseconds(_ count: Int, _ body: (Int) -> Void) -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        body(count)
        return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
