import Harness
import OpenCombineWorkloads
import SignalsWorkloads

/// The benchmarks of `Signals` against OpenCombine, in processor time.
enum SignalsSuite {
    private typealias Ours = SignalsWorkloads.Workloads
    private typealias Theirs = OpenCombineWorkloads.Workloads

    static let suite = Suite(
        name: "signals", benchmarks: values + lives + others, footprints: footprints, marks: marks)

    /// A debug build is to be as fast as the peer, and as small, in everything.
    private static var marks: [String: Double] {
        #if DEBUG
            let ids = (values + lives).map(\.id) + footprints.map(\.id) + ["values-asyncstream"]
            return Dictionary(uniqueKeysWithValues: ids.map { ($0, 1) })
        #else
            return Marks.signals
        #endif
    }

    /// Values on their way.
    private static let values = [
        benchmark("sequence-chain", 1_000_000, Ours.sequenceChain, Theirs.sequenceChain),
        benchmark("passthrough-sink", 200_000, Ours.passthroughSink, Theirs.passthroughSink),
        benchmark("passthrough-chain", 200_000, Ours.passthroughChain, Theirs.passthroughChain),
        benchmark("currentvalue-sink", 200_000, Ours.currentValueSink, Theirs.currentValueSink),
        benchmark("published-sink", 100_000, Ours.publishedSink, Theirs.publishedSink),
        benchmark("assign-published", 50_000, Ours.assignPublished, Theirs.assignPublished),
        benchmark("flatmap-just", 50_000, Ours.flatMapJust, Theirs.flatMapJust),
        benchmark("flatmap-erased", 50_000, Ours.flatMapErased, Theirs.flatMapErased),
        benchmark("flatmap-max", 50_000, Ours.flatMapMax, Theirs.flatMapMax),
        benchmark("flatmap-max-later", 20_000, Ours.flatMapMaxLater, Theirs.flatMapMaxLater),
        benchmark("switch-to-latest", 50_000, Ours.switchToLatest, Theirs.switchToLatest),
        benchmark("switch-to-latest-values", 50_000, Ours.switchToLatestValues, Theirs.switchToLatestValues),
        benchmark("buffer", 50_000, Ours.buffer, Theirs.buffer),
        benchmark("zip", 50_000, Ours.zip, Theirs.zip),
        benchmark("debounce", 50_000, Ours.debounce, Theirs.debounce),
        benchmark("throttle", 50_000, Ours.throttle, Theirs.throttle),
        benchmark("delay", 20_000, Ours.delay, Theirs.delay),
        benchmark("delay-immediate", 50_000, Ours.delayImmediate, Theirs.delayImmediate),
        benchmark("receive-on-queue", 50_000, Ours.receiveOnQueue, Theirs.receiveOnQueue),
        benchmark("two-senders", 100_000, Ours.twoSenders, Theirs.twoSenders),
        benchmark("values", 20_000, Ours.asyncValues, Theirs.asyncValues),
    ]

    /// Publishers and subscriptions that are made and let go of.
    private static let lives = [
        benchmark("future-chain", 10_000, Ours.futureChain, Theirs.futureChain),
        benchmark("published-object", 5_000, Ours.publishedObject, Theirs.publishedObject),
        benchmark("retry", 10_000, Ours.retry, Theirs.retry),
        benchmark("retry-deferred", 10_000, Ours.retryDeferred, Theirs.retryDeferred),
        benchmark("subscribe-flatmap", 10_000, Ours.subscribeFlatMap, Theirs.subscribeFlatMap),
        benchmark("subscribe-currentvalue", 10_000, Ours.subscribeCurrentValue, Theirs.subscribeCurrentValue),
        benchmark("subscribe-zip", 10_000, Ours.subscribeZip, Theirs.subscribeZip),
        benchmark("subscribe-subject", 10_000, Ours.subscribeAmongNone, Theirs.subscribeAmongNone),
        benchmark("subscribe-receive-on", 10_000, Ours.subscribeReceiveOn, Theirs.subscribeReceiveOn),
        benchmark("subscribe-retry", 10_000, Ours.subscribeRetry, Theirs.subscribeRetry),
        benchmark("subscribe-among-1k", 5_000, Ours.subscribeAmongThousand, Theirs.subscribeAmongThousand),
    ]

    /// The benchmarks beside something else than OpenCombine.
    private static let others = [
        Benchmark(
            id: "subscribe-among-100k", peer: "among 0", count: 5_000, ours: Ours.subscribeAmongHundredThousand,
            theirs: Ours.subscribeAmongNone),
        Benchmark(
            id: "values-asyncstream", peer: "AsyncStream", count: 20_000, ours: Ours.asyncValues,
            theirs: Ours.asyncStream),
        Benchmark(
            id: "plain-loop", peer: "passthrough-chain", count: 200_000, ours: Ours.plainLoop,
            theirs: Ours.passthroughChain),
    ]

    private static func benchmark(
        _ id: String, _ count: Int, _ ours: @escaping @Sendable (Int) -> Void,
        _ theirs: @escaping @Sendable (Int) -> Void
    ) -> Benchmark {
        Benchmark(id: id, peer: "OpenCombine", count: count, ours: ours, theirs: theirs)
    }
}

// What one of many takes up.
extension SignalsSuite {
    private static let footprints = [
        footprint("published-object-bytes", Ours.unusedForms, Theirs.unusedForms),
        footprint("future-chain-bytes", Ours.pendingChains, Theirs.pendingChains),
        footprint("subject-bytes", Ours.subjectSubscriptions, Theirs.subjectSubscriptions),
        footprint("scan-bytes", Ours.scanSubscriptions, Theirs.scanSubscriptions),
        footprint("zip-bytes", Ours.zipSubscriptions, Theirs.zipSubscriptions),
        footprint("debounce-bytes", Ours.debounceSubscriptions, Theirs.debounceSubscriptions),
        footprint("throttle-bytes", Ours.throttleSubscriptions, Theirs.throttleSubscriptions),
        footprint("buffer-bytes", Ours.bufferSubscriptions, Theirs.bufferSubscriptions),
        footprint("passthrough-bytes", Ours.passthroughSubjects, Theirs.passthroughSubjects),
        footprint("currentvalue-bytes", Ours.currentValueSubjects, Theirs.currentValueSubjects),
    ]

    private static func footprint(
        _ id: String, _ ours: @escaping Footprint.Make, _ theirs: @escaping Footprint.Make
    ) -> Footprint {
        Footprint(id, peer: "OpenCombine", ours: ours, theirs: theirs)
    }
}
