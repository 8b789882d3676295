import Dispatch

#if PEER
    import OpenCombine
#else
    import Signals
#endif

extension Workloads {
    /// A subject whose every value becomes an erased publisher of one.
    public static func flatMapErased(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.flatMap { Just($0 &+ 1).eraseToAnyPublisher() }.sink { sum &+= $0 }
        send(count, to: subject)
        sink.cancel()
    }

    /// A subject that two threads send to, half of the values each.
    public static func twoSenders(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.sink { sum &+= $0 }
        DispatchQueue.concurrentPerform(iterations: 2) { _ in send(count / 2, to: subject) }
        sink.cancel()
    }

    /// The least that the work of `passthroughChain` costs: a loop and a closure that is not inlined.
    public static func plainLoop(_ count: Int) {
        loop(count) { sum &+= $0 }
    }

    @inline(never)
    static func loop(_ count: Int, _ receive: (Int) -> Void) {
        for value in 0..<count {
            let tripled = value &* 3
            if tripled & 1 == 0 { receive(tripled) }
        }
    }
}
