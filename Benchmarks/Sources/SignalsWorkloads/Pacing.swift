import Dispatch

#if PEER
    import OpenCombine
    import OpenCombineDispatch
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
    public static func delayImmediate(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.delay(for: .seconds(1), scheduler: ImmediateScheduler.shared).sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }
}

extension Workloads {
    /// Values that arrive on a serial queue a millisecond later, until the last has.
    public static func delay(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let queue = DispatchQueue(label: "delay")
        let done = DispatchSemaphore(value: 0)
        #if PEER
            let sink = subject.delay(for: .milliseconds(1), scheduler: queue.ocombine).sink(
                receiveCompletion: { _ in done.signal() }, receiveValue: { sum &+= $0 })
        #else
            let sink = subject.delay(for: .milliseconds(1), scheduler: queue).sink(
                receiveCompletion: { _ in done.signal() }, receiveValue: { sum &+= $0 })
        #endif
        send(count, to: subject)
        subject.send(completion: .finished)
        done.wait()
        sink.cancel()
    }
}
