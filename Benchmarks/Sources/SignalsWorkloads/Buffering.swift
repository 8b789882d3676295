#if PEER
    import OpenCombine
#else
    import Signals
#endif

extension Workloads {
    /// A buffer with room, before a sink that takes everything.
    public static func buffer(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.buffer(size: 1000, prefetch: .byRequest, whenFull: .dropOldest).sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }

    /// A work queue: what is sent becomes a publisher, one after another.
    public static func flatMapMax(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropOldest)
            .flatMap(maxPublishers: .max(1)) { Just($0 &+ 1) }
            .sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }

    /// A subject whose every value becomes the publisher that is listened to.
    public static func switchToLatest(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.map { Just($0 &+ 1) }.switchToLatest().sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }
}
