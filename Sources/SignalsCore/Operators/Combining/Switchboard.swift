/// The publishers of a ``Publishers/SwitchToLatest``, of which only the latest delivers.
@usableFromInline
struct Switchboard<Downstream: Subscriber>: Sendable {
    @usableFromInline typealias Output = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline typealias Work = SwitchboardWork<Output, Failure>

    @usableFromInline let outflow: Outflow<Work, Downstream>

    @inlinable
    init(to downstream: Downstream) {
        outflow = Outflow("SwitchToLatest", Work(), to: downstream)
    }

    /// Takes the subscription to the publisher of publishers.
    @inlinable
    func start(_ subscription: any Subscription) {
        if outflow.start(subscription) { outflow.link.requestUpstream(.unlimited) }
    }

    /// Listens to this publisher instead of the one before.
    @inlinable
    func connect<P: Publisher>(to publisher: P) where P.Output == Output, P.Failure == Failure {
        if P.self == Just<Output>.self, let just = publisher as? Just<Output>, pass(just.output) { return }
        let link = UpstreamLink(named: outflow.link)
        let (before, demand) = outflow.state.withLock { $0.connect(link) }
        before?.cancel()
        guard let demand else { return }
        link.outstanding.add(demand)
        publisher.subscribe(SwitchboardSide(switchboard: self, link: link))
    }

    /// Lets out the value of a publisher that has this one and no more, which needs no subscription then. False if it is
    /// not wanted yet.
    @inlinable
    func pass(_ value: Output) -> Bool {
        outflow.state.withLock { $0.work.current.take() }?.cancel()
        let (isWanted, outer) = outflow.state.withLock { state -> (Bool, DeliveryPhase?) in
            guard state.delivery.isOpen, state.delivery.unmetDemand > .none else { return (false, nil) }
            return (true, state.delivery.offer(value, on: .current))
        }
        if let outer { outflow.deliver(value, outer: outer) }
        return isWanted
    }

    @inlinable
    func receive(_ input: Output, from link: UpstreamLink) {
        let outer = outflow.state.withLock { state in
            state.work.current === link ? state.delivery.offer(input, on: .current) : nil
        }
        if let outer { outflow.deliver(input, outer: outer) }
    }

    /// Takes the end of the publisher of publishers, if `link` is nil, or of one of them.
    @inlinable
    func receive(completion: Subscribers.Completion<Failure>, from link: UpstreamLink?) {
        let isFailure = outflow.state.withLock { $0.receive(completion, from: link) }
        guard let isFailure else { return }
        let source = isFailure ? outflow.link.takeUpstream() : nil
        let before = isFailure ? outflow.state.withLock { $0.work.end() } : nil
        source?.cancel()
        before?.cancelUpstreams()
        outflow.deliver()
    }
}

/// The state of a ``Switchboard``.
@usableFromInline
struct SwitchboardWork<Output: Sendable, Failure: Error>: OutflowWork {
    @usableFromInline typealias Link = UpstreamLink

    @usableFromInline var current: UpstreamLink?
    @usableFromInline var hasSourceFinished = false

    @inlinable
    init() {}

    @inlinable
    mutating func request(
        _ demand: Subscribers.Demand, _ delivery: inout DeliveryState<Output, Failure>
    ) -> UpstreamRequest {
        delivery.demand += demand
        return current.map { .links([$0], demand) } ?? .nothing
    }

    @inlinable
    mutating func end() -> SwitchboardWork {
        defer { current = nil }
        return self
    }

    @inlinable
    func cancelUpstreams() {
        current?.cancel()
    }
}

extension OutflowState {
    /// Takes the link to the latest publisher. Returns the one before, to be cancelled, and what the latest is to be asked
    /// for, nil if all is over.
    @inlinable
    mutating func connect<Output, Failure>(
        _ link: UpstreamLink
    ) -> (before: UpstreamLink?, demand: Subscribers.Demand?) where Work == SwitchboardWork<Output, Failure> {
        guard delivery.isOpen else { return (nil, nil) }
        return (work.current.replace(with: link), delivery.unmetDemand)
    }

    /// Returns true if the completion is a failure, nil if it is one of a publisher that was replaced.
    @inlinable
    mutating func receive<Output, Failure>(
        _ completion: Subscribers.Completion<Failure>, from link: UpstreamLink?
    ) -> Bool? where Work == SwitchboardWork<Output, Failure> {
        guard delivery.isOpen, link == nil || work.current === link else { return nil }
        if link == nil { work.hasSourceFinished = true } else { work.current = nil }
        if case .failure = completion {
            delivery.take(completion)
            return true
        }
        if work.hasSourceFinished, work.current == nil { delivery.take(.finished) }
        return false
    }
}

/// The subscriber of a ``Switchboard`` for one of its publishers.
@usableFromInline
struct SwitchboardSide<Downstream: Subscriber>: Subscriber {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let switchboard: Switchboard<Downstream>
    @usableFromInline let link: UpstreamLink

    @inlinable
    init(switchboard: Switchboard<Downstream>, link: UpstreamLink) {
        self.switchboard = switchboard
        self.link = link
    }

    @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) {
        _ = link.attachAndRequest(subscription)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        if link.isAttached { switchboard.receive(input, from: link) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if link.complete() { switchboard.receive(completion: completion, from: link) }
    }
}
