/// A subject: what is sent goes to those who want it. With a value it is a `CurrentValueSubject`, which hands its latest
/// value to everyone who has not seen it and asks.
///
/// What is sent from inside a subscriber is delivered before that `send` returns, after what is being delivered has
/// reached the rest of the subscribers, so that all see one order. The demand that `receive(_:)` returns brings a value
/// that was missed inside it.
final class ModelSubject {
    private(set) var value: Int?
    private let clock: ModelClock
    private var version = 0

    /// The value that was delivered last, of a `CurrentValueSubject`.
    private var latest: (value: Int, version: Int)?
    private var ending: Ending?
    private var members: [Member] = []
    private var current: Delivery?
    private var queue: ArraySlice<Event> = []
    private var upstreams: [any ModelSubscription] = []
    private var isWanted = false

    convenience init(_ value: Int, _ clock: ModelClock) {
        self.init(value: value, clock)
    }

    convenience init(_ clock: ModelClock) {
        self.init(value: nil, clock)
    }

    private init(value: Int?, _ clock: ModelClock) {
        self.clock = clock
        self.value = value
        version = value == nil ? 0 : 1
        latest = value.map { ($0, 1) }
    }

    var hasEnded: Bool { ending != nil }

    var publisher: ModelPublisher {
        ModelPublisher { [self] subscriber in
            let member = Member(subscriber, self)
            if ending == nil { members.append(member) }
            subscriber.begin(member)
            if let ending { member.end(ending) }
        }
    }

    func send(_ new: Int) {
        guard ending == nil else { return }
        version += 1
        if value != nil { value = new }
        deliver(.value(new, version))
    }

    func send(_ ending: Ending) {
        guard self.ending == nil else { return }
        self.ending = ending
        let ended = upstreams
        upstreams = []
        for upstream in ended { upstream.cancel() }
        deliver(.end(ending))
    }

    /// Takes values from an upstream: a subject with a value at once, another when somebody wants one.
    func send(_ subscription: any ModelSubscription) {
        if ending != nil { return subscription.cancel() }
        upstreams.append(subscription)
        if value != nil || isWanted { subscription.request(.max) }
    }

    func forget(_ subscription: any ModelSubscription) {
        upstreams.removeAll { $0 === subscription }
    }

    private enum Event {
        case value(Int, Int)
        case end(Ending)
    }

    private final class Delivery {
        let event: Event
        var rest: ArraySlice<Member>

        init(_ event: Event, _ rest: [Member]) {
            self.event = event
            self.rest = rest[...]
        }
    }

    private func deliver(_ event: Event) {
        queue.append(event)
        finishCurrent()
        while let event = queue.popFirst() {
            let outer = current
            if case .value(let value, let version) = event, latest != nil { latest = (value, version) }
            current = Delivery(event, members)
            finishCurrent()
            current = outer
        }
    }

    private func finishCurrent() {
        guard let current else { return }
        while let member = current.rest.popFirst() {
            switch current.event {
            case .value(let value, let version): member.receive(value, version)
            case .end(let ending): member.end(ending)
            }
        }
    }

    private func beWanted() {
        if isWanted { return }
        isWanted = true
        for upstream in upstreams where value == nil { upstream.request(.max) }
    }

    private final class Member: ModelSubscription {
        private var down: (any ModelSubscriber)?
        private let subject: ModelSubject
        private var demand = 0
        private var seen = 0

        init(_ down: any ModelSubscriber, _ subject: ModelSubject) {
            self.down = down
            self.subject = subject
        }

        func receive(_ value: Int, _ version: Int) {
            guard let subscriber = down, seen < version, demand > 0 else { return }
            seen = version
            demand = less(demand)
            let more = subscriber.value(value)
            demand = plus(demand, more)
            if demand > 0, isBehind { subject.finishCurrent() }
            catchUp()
        }

        func end(_ ending: Ending) {
            let subscriber = down
            down = nil
            subscriber?.end(ending)
        }

        func request(_ more: Int) {
            guard down != nil, more > 0 else { return }
            demand = plus(demand, more)
            if isBehind { subject.finishCurrent() }
            catchUp()
            subject.beWanted()
        }

        func cancel() {
            down = nil
            subject.members.removeAll { $0 === self }
        }

        /// True if there is a value that was delivered to others, or was there before.
        private var isBehind: Bool {
            subject.ending == nil && (subject.latest.map { seen < $0.version } ?? false)
        }

        private func catchUp() {
            if isBehind, let (value, version) = subject.latest { receive(value, version) }
        }
    }
}
