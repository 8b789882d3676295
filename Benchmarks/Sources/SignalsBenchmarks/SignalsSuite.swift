import OpenCombineWorkloads
import SignalsWorkloads

/// The benchmarks of `Signals`.
enum SignalsSuite {
    private typealias Ours = SignalsWorkloads.Workloads
    private typealias Theirs = OpenCombineWorkloads.Workloads

    static let benchmarks = [
        benchmark("sequence-chain", 1_000_000, Ours.sequenceChain, Theirs.sequenceChain),
        benchmark("passthrough-sink", 200_000, Ours.passthroughSink, Theirs.passthroughSink),
        benchmark("passthrough-chain", 200_000, Ours.passthroughChain, Theirs.passthroughChain),
        benchmark("currentvalue-sink", 200_000, Ours.currentValueSink, Theirs.currentValueSink),
        benchmark("published-sink", 100_000, Ours.publishedSink, Theirs.publishedSink),
        benchmark("future-chain", 10_000, Ours.futureChain, Theirs.futureChain),
        benchmark("flatmap-just", 50_000, Ours.flatMapJust, Theirs.flatMapJust),
        benchmark("zip", 50_000, Ours.zip, Theirs.zip),
        benchmark("receive-on-queue", 50_000, Ours.receiveOnQueue, Theirs.receiveOnQueue),
    ]

    private static func benchmark(
        _ id: String, _ count: Int, _ ours: @escaping @Sendable (Int) -> Void,
        _ theirs: @escaping @Sendable (Int) -> Void
    ) -> Benchmark {
        Benchmark(id: id, peer: "OpenCombine", count: count, ours: ours, theirs: theirs)
    }
}
