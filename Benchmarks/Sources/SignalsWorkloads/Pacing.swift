#if PEER
    import OpenCombine
#else
    import Signals
#endif

// Operators that wait, on a scheduler for which no time passes: what is measured is the operator.
extension Workloads {
    /// Values that settle at once.
    public static func debounce(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.debounce(for: .seconds(1), scheduler: ImmediateScheduler.shared).sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }

    /// Values none of which comes too soon.
    public static func throttle(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.throttle(for: .seconds(1), scheduler: ImmediateScheduler.shared, latest: true)
            .sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }

    /// Values that are delayed by nothing.
    public static func delay(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.delay(for: .seconds(1), scheduler: ImmediateScheduler.shared).sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }
}
