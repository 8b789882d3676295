#if PEER
    import OpenCombine
#else
    import Signals
#endif

// Subscriptions that are waited on, each to a subject of its own: what is returned keeps them.
extension Workloads {
    /// Sinks.
    public static func subjectSubscriptions(_ count: Int) -> [AnyObject] {
        subscriptions(count) { $0.sink { sum &+= $0 } }
    }

    /// Running sums.
    public static func scanSubscriptions(_ count: Int) -> [AnyObject] {
        subscriptions(count) { $0.scan(0) { $0 &+ $1 }.sink { sum &+= $0 } }
    }

    /// Pairs with another subject.
    public static func zipSubscriptions(_ count: Int) -> [AnyObject] {
        subscriptions(count) { $0.zip(PassthroughSubject<Int, Never>()).sink { sum &+= $0.0 &+ $0.1 } }
    }

    /// Values that settle.
    public static func debounceSubscriptions(_ count: Int) -> [AnyObject] {
        subscriptions(count) {
            $0.debounce(for: .seconds(1), scheduler: ImmediateScheduler.shared).sink { sum &+= $0 }
        }
    }

    /// Values that do not come too soon.
    public static func throttleSubscriptions(_ count: Int) -> [AnyObject] {
        subscriptions(count) {
            $0.throttle(for: .seconds(1), scheduler: ImmediateScheduler.shared, latest: true).sink { sum &+= $0 }
        }
    }

    /// Buffers, which are empty.
    public static func bufferSubscriptions(_ count: Int) -> [AnyObject] {
        subscriptions(count) {
            $0.buffer(size: 1000, prefetch: .byRequest, whenFull: .dropOldest).sink { sum &+= $0 }
        }
    }

    @inline(never)
    private static func subscriptions(
        _ count: Int, _ subscribe: (PassthroughSubject<Int, Never>) -> AnyCancellable
    ) -> [AnyObject] {
        (0..<count).map { _ in subscribe(PassthroughSubject()) }
    }
}
