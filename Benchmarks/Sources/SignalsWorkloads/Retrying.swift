#if PEER
    import OpenCombine
#else
    import Signals
#endif

extension Workloads {
    // SAFETY: as for `sum`.
    nonisolated(unsafe) private static var attempts = 0

    /// A subject whose every value fails, and that is subscribed to anew after each.
    public static func retry(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.tryMap { try fail($0) }.retry(count + 1).replaceError(with: 0).sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }

    @inline(never)
    private static func fail(_ value: Int) throws -> Int {
        attempts &+= value
        throw Offline()
    }

    /// An operation that succeeds at the third attempt, subscribed to each time anew.
    public static func retryDeferred(_ count: Int) {
        for _ in 0..<count {
            let sink = Deferred { attempt() }.retry(2).replaceError(with: 0).sink { sum &+= $0 }
            sink.cancel()
        }
    }

    @inline(never)
    private static func attempt() -> Result<Int, Offline>.Publisher {
        attempts &+= 1
        return Result<Int, Offline>.Publisher(attempts % 3 == 0 ? .success(1) : .failure(Offline()))
    }
}
