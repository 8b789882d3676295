import Dispatch

#if PEER
    import OpenCombine
    import OpenCombineDispatch
#else
    import Signals
#endif

extension Workloads {
    /// Values sent on this thread and received on a serial queue, until the last has arrived.
    public static func receiveOnQueue(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let queue = DispatchQueue(label: "receive")
        let done = DispatchSemaphore(value: 0)
        #if PEER
            let sink = subject.receive(on: queue.ocombine).sink(
                receiveCompletion: { _ in done.signal() }, receiveValue: { sum &+= $0 })
        #else
            let sink = subject.receive(on: queue).sink(
                receiveCompletion: { _ in done.signal() }, receiveValue: { sum &+= $0 })
        #endif
        send(count, to: subject)
        subject.send(completion: .finished)
        done.wait()
        sink.cancel()
    }
}
