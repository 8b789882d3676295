#if PEER
    import OpenCombine
#else
    import Signals
#endif

extension Workloads {
    final class Counter: ObservableObject {
        @Published var count = 0
    }

    /// A published property that is set, and a sink.
    public static func publishedSink(_ count: Int) {
        let counter = Counter()
        let sink = counter.$count.sink { sum &+= $0 }
        set(count, times: counter)
        sink.cancel()
    }

    @inline(never)
    static func set(_ count: Int, times counter: Counter) {
        for value in 0..<count { counter.count = value }
    }
}
