#if PEER
    import OpenCombine
#else
    import Signals
#endif

extension Workloads {
    /// A sequence, two operators and a sink.
    public static func sequenceChain(_ count: Int) {
        let sink = sequence(count).map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { sum &+= $0 }
        sink.cancel()
    }

    @inline(never)
    static func sequence(_ count: Int) -> Publishers.Sequence<Range<Int>, Never> {
        (0..<count).publisher
    }

    /// A subject whose every value becomes a publisher of one.
    public static func flatMapJust(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.flatMap { Just($0 &+ 1) }.sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }

    /// A pair is one value sent on each side.
    public static func zip(_ count: Int) {
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let sink = left.zip(right).sink { sum &+= $0.0 &+ $0.1 }
        sendPairs(count, to: left, right)
        sink.cancel()
    }

    @inline(never)
    static func sendPairs(
        _ count: Int, to left: PassthroughSubject<Int, Never>, _ right: PassthroughSubject<Int, Never>
    ) {
        for value in 0..<count {
            left.send(value)
            right.send(value)
        }
    }
}
