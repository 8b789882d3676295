#if PEER
    import OpenCombine
#else
    import Signals
#endif

extension Workloads {
    final class Counter: ObservableObject {
        @Published var count = 0
    }

    /// A published property that is set, and a sink.
    public static func publishedSink(_ count: Int) {
        let counter = Counter()
        let sink = counter.$count.sink { sum &+= $0 }
        set(count, times: counter)
        sink.cancel()
    }

    @inline(never)
    static func set(_ count: Int, times counter: Counter) {
        for value in 0..<count { counter.count = value }
    }

    /// A subject whose values a published property takes on.
    public static func assignPublished(_ count: Int) {
        let counter = Counter()
        let subject = PassthroughSubject<Int, Never>()
        subject.assign(to: &counter.$count)
        send(count, to: subject)
        sum &+= counter.count
    }
}

extension Workloads {
    /// A model as view models are: many properties, few of which anybody observes.
    final class Form: ObservableObject {
        @Published var first = 0
        @Published var second = 0
        @Published var third = 0
        @Published var fourth = 0
        @Published var fifth = 0
        @Published var sixth = 0
        @Published var seventh = 0
        @Published var eighth = 0
        @Published var ninth = 0
        @Published var tenth = 0
    }

    /// A model that is made, observed in one property, changed once, and let go of.
    public static func publishedObject(_ count: Int) {
        for value in 0..<count {
            let form = form()
            let sink = form.$first.sink { sum &+= $0 }
            form.first = value
            sink.cancel()
        }
    }

    @inline(never)
    static func form() -> Form { Form() }

    /// Models that nobody observes: what is returned keeps them.
    public static func unusedForms(_ count: Int) -> [AnyObject] { (0..<count).map { _ in form() } }
}
