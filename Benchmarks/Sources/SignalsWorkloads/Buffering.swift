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

    /// A work queue whose works end later, before the next is sent.
    public static func flatMapMaxLater(_ count: Int) {
        let (subject, ends) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let sink = subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropOldest)
            .flatMap(maxPublishers: .max(1)) { _ in ends.first() }
            .sink { sum &+= $0 }
        sendPairs(count, to: subject, ends)
        sink.cancel()
    }

    /// A subject whose every value becomes the publisher that is listened to.
    public static func switchToLatest(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.map { Just($0 &+ 1) }.switchToLatest().sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }

    /// Values of the publisher that is listened to.
    public static func switchToLatestValues(_ count: Int) {
        let publishers = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
        let latest = PassthroughSubject<Int, Never>()
        let sink = publishers.switchToLatest().sink { sum &+= $0 }
        publishers.send(latest)
        send(count, to: latest)
        sink.cancel()
    }
}
