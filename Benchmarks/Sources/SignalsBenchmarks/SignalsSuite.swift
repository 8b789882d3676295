import OpenCombineWorkloads
import SignalsWorkloads

/// The benchmarks of `Signals`.
enum SignalsSuite {
    private typealias Ours = SignalsWorkloads.Workloads
    private typealias Theirs = OpenCombineWorkloads.Workloads

    static let suite = Suite(name: "signals", benchmarks: benchmarks, footprints: { footprints })

    private static let benchmarks = [
        benchmark("sequence-chain", 1_000_000, Ours.sequenceChain, Theirs.sequenceChain),
        benchmark("passthrough-sink", 200_000, Ours.passthroughSink, Theirs.passthroughSink),
        benchmark("passthrough-chain", 200_000, Ours.passthroughChain, Theirs.passthroughChain),
        benchmark("currentvalue-sink", 200_000, Ours.currentValueSink, Theirs.currentValueSink),
        benchmark("published-sink", 100_000, Ours.publishedSink, Theirs.publishedSink),
        benchmark("future-chain", 10_000, Ours.futureChain, Theirs.futureChain),
        benchmark("flatmap-just", 50_000, Ours.flatMapJust, Theirs.flatMapJust),
        benchmark("zip", 50_000, Ours.zip, Theirs.zip),
        benchmark("receive-on-queue", 50_000, Ours.receiveOnQueue, Theirs.receiveOnQueue),
        benchmark("flatmap-erased", 50_000, Ours.flatMapErased, Theirs.flatMapErased),
        benchmark("two-senders", 100_000, Ours.twoSenders, Theirs.twoSenders),
        benchmark("subscribe-among-0", 5_000, Ours.subscribeAmongNone, Theirs.subscribeAmongNone),
        benchmark("subscribe-among-1k", 5_000, Ours.subscribeAmongThousand, Theirs.subscribeAmongThousand),
        Benchmark(
            id: "subscribe-among-100k", peer: "among 0", count: 5_000, ours: Ours.subscribeAmongHundredThousand,
            theirs: Ours.subscribeAmongNone),
        Benchmark(
            id: "values", peer: "AsyncStream", count: 20_000, ours: Ours.asyncValues, theirs: Ours.asyncStream),
        Benchmark(
            id: "plain-loop", peer: "passthrough-chain", count: 200_000, ours: Ours.plainLoop,
            theirs: Ours.passthroughChain),
    ]

    private static var footprints: [Footprint] {
        [
            Footprint(
                "future-chain-bytes", peer: "OpenCombine", ours: Ours.pendingChains, theirs: Theirs.pendingChains)
        ].compactMap { $0 }
    }

    private static func benchmark(
        _ id: String, _ count: Int, _ ours: @escaping @Sendable (Int) -> Void,
        _ theirs: @escaping @Sendable (Int) -> Void
    ) -> Benchmark {
        Benchmark(id: id, peer: "OpenCombine", count: count, ours: ours, theirs: theirs)
    }
}
