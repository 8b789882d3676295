#if PEER
    import OpenCombine
#else
    import Signals
#endif

extension Workloads {
    // SAFETY: as for `sum`.
    nonisolated(unsafe) private static var attempts = 0

    /// An operation that succeeds at the third attempt, subscribed to each time anew.
    public static func retry(_ count: Int) {
        for _ in 0..<count {
            let sink = Deferred { attempt() }.retry(2).replaceError(with: 0).sink { sum &+= $0 }
            sink.cancel()
        }
    }

    @inline(never)
    private static func attempt() -> Result<Int, Offline>.Publisher {
        attempts += 1
        return Result<Int, Offline>.Publisher(attempts % 3 == 0 ? .success(attempts) : .failure(Offline()))
    }
}
