import Dispatch

#if PEER
    import OpenCombine
#else
    import Signals
#endif

extension Workloads {
    /// The values of a sequence, awaited one by one.
    public static func asyncValues(_ count: Int) {
        wait {
            var total = 0
            for await value in sequence(count).values { total &+= value }
            return total
        }
    }

    /// The same through an `AsyncStream`.
    public static func asyncStream(_ count: Int) {
        wait {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            for value in 0..<count { continuation.yield(value) }
            continuation.finish()
            var total = 0
            for await value in stream { total &+= value }
            return total
        }
    }

    private static func wait(_ body: @escaping @Sendable () async -> Int) {
        let done = DispatchSemaphore(value: 0)
        Task {
            sum &+= await body()
            done.signal()
        }
        done.wait()
    }
}
