#if PEER
    import OpenCombine
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
