#if PEER
    import OpenCombine
#else
    import Signals
#endif

extension Workloads {
    /// A passthrough subject and a sink.
    public static func passthroughSink(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }

    /// A passthrough subject, two operators and a sink.
    public static func passthroughChain(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }

    /// A current value subject and a sink.
    public static func currentValueSink(_ count: Int) {
        let subject = CurrentValueSubject<Int, Never>(0)
        let sink = subject.sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }

    @inline(never)
    static func send(_ count: Int, to subject: PassthroughSubject<Int, Never>) {
        for value in 0..<count { subject.send(value) }
    }

    @inline(never)
    static func send(_ count: Int, to subject: CurrentValueSubject<Int, Never>) {
        for value in 0..<count { subject.send(value) }
    }
}
