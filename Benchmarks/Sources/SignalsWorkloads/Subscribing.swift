import Dispatch

#if PEER
    import OpenCombine
    import OpenCombineDispatch
#else
    import Signals
#endif

extension Workloads {
    /// A subject with subscribers, made once, so that a run measures one subscriber more and nothing else.
    private struct Crowd {
        let subject = PassthroughSubject<Int, Never>()
        let sinks: [AnyCancellable]

        init(_ count: Int) {
            let subject = subject
            sinks = (0..<count).map { _ in subject.sink { sum &+= $0 } }
        }
    }

    private static let none = Crowd(0)
    private static let thousand = Crowd(1000)
    private static let hundredThousand = Crowd(100_000)

    /// Subscribing and cancelling, with nobody else there.
    public static func subscribeAmongNone(_ count: Int) { subscribe(count, to: none.subject) }

    /// Subscribing and cancelling, among a thousand subscribers.
    public static func subscribeAmongThousand(_ count: Int) { subscribe(count, to: thousand.subject) }

    /// Subscribing and cancelling, among a hundred thousand subscribers.
    public static func subscribeAmongHundredThousand(_ count: Int) { subscribe(count, to: hundredThousand.subject) }

    @inline(never)
    private static func subscribe(_ count: Int, to subject: PassthroughSubject<Int, Never>) {
        for _ in 0..<count { subject.sink { sum &+= $0 }.cancel() }
    }
}

// Subscribing and cancelling where nobody else listens.
extension Workloads {
    /// To a current value, which comes at once.
    public static func subscribeCurrentValue(_ count: Int) {
        subscribe(count, to: CurrentValueSubject<Int, Never>(1))
    }

    @inline(never)
    private static func subscribe(_ count: Int, to subject: CurrentValueSubject<Int, Never>) {
        for _ in 0..<count { subject.sink { sum &+= $0 }.cancel() }
    }

    /// To publishers that values become, of which there are none.
    public static func subscribeFlatMap(_ count: Int) { flatMap(count, PassthroughSubject()) }

    @inline(never)
    private static func flatMap(_ count: Int, _ subject: PassthroughSubject<Int, Never>) {
        for _ in 0..<count { subject.flatMap { Just($0) }.sink { sum &+= $0 }.cancel() }
    }

    /// To pairs.
    public static func subscribeZip(_ count: Int) { zip(count, PassthroughSubject(), PassthroughSubject()) }

    @inline(never)
    private static func zip(
        _ count: Int, _ left: PassthroughSubject<Int, Never>, _ right: PassthroughSubject<Int, Never>
    ) {
        for _ in 0..<count { left.zip(right).sink { sum &+= $0.0 &+ $0.1 }.cancel() }
    }

    /// To a subject whose values are received on a queue.
    public static func subscribeReceiveOn(_ count: Int) {
        receive(count, PassthroughSubject(), DispatchQueue(label: "receive"))
    }

    @inline(never)
    private static func receive(_ count: Int, _ subject: PassthroughSubject<Int, Never>, _ queue: DispatchQueue) {
        #if PEER
            for _ in 0..<count { subject.receive(on: queue.ocombine).sink { sum &+= $0 }.cancel() }
        #else
            for _ in 0..<count { subject.receive(on: queue).sink { sum &+= $0 }.cancel() }
        #endif
    }

    /// To a subject that is subscribed to again should it fail.
    public static func subscribeRetry(_ count: Int) { retry(count, PassthroughSubject()) }

    @inline(never)
    private static func retry(_ count: Int, _ subject: PassthroughSubject<Int, Offline>) {
        for _ in 0..<count { subject.retry(1).replaceError(with: 0).sink { sum &+= $0 }.cancel() }
    }
}
