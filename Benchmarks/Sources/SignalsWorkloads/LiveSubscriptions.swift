#if PEER
    import OpenCombine
#else
    import Signals
#endif

// Live subscriptions to one subject: what is returned keeps them.
extension Workloads {
    /// Sinks.
    public static func subjectSubscriptions(_ count: Int) -> [AnyObject] {
        subscriptions(count) { $0.sink { sum &+= $0 } }
    }

    /// Running sums.
    public static func scanSubscriptions(_ count: Int) -> [AnyObject] {
        subscriptions(count) { $0.scan(0) { $0 &+ $1 }.sink { sum &+= $0 } }
    }

    /// Pairs, of one subject's values.
    public static func zipSubscriptions(_ count: Int) -> [AnyObject] {
        subscriptions(count) { $0.zip($0).sink { sum &+= $0.0 &+ $0.1 } }
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
        let subject = PassthroughSubject<Int, Never>()
        return (0..<count).map { _ in subscribe(subject) } + [subject]
    }
}

// Subjects that nobody listens to: what is returned keeps them.
extension Workloads {
    /// Passthrough subjects.
    public static func passthroughSubjects(_ count: Int) -> [AnyObject] {
        (0..<count).map { _ in PassthroughSubject<Int, Never>() }
    }

    /// Current values.
    public static func currentValueSubjects(_ count: Int) -> [AnyObject] {
        (0..<count).map { _ in CurrentValueSubject<Int, Never>(0) }
    }
}
