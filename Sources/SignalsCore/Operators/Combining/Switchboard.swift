/// What `switchToLatest` knows: the publisher that is heard now, and what downstream still wants.
@usableFromInline
final class Switchboard<Output: Sendable, Failure: Error>: Sendable {
    private struct State: Sendable {
        var demand = Subscribers.Demand.none
        var current: UpstreamLink?
        var hasSourceFinished = false
        var hasEnded = false
    }

    /// The link to the publisher of publishers.
    @usableFromInline let source = UpstreamLink("SwitchToLatest")
    private let state = Locked(State())
    private let outlet: Outlet<Output, Failure>

    @usableFromInline @inline(never)
    init(to subscriber: AnySubscriber<Output, Failure>) {
        outlet = Outlet(to: subscriber, surplus: .waits, name: "SwitchToLatest")
    }

    @usableFromInline
    func start(_ subscription: any Subscription) {
        guard source.attach(subscription) else { return }
        outlet.start(onRequest: { self.request($0) }, onCancel: { self.end() })
        source.request(.unlimited)
    }

    /// Turns to another publisher, and cancels the one before.
    @usableFromInline
    func connect<P: Publisher>(to publisher: P) where P.Output == Output, P.Failure == Failure {
        let link = UpstreamLink("SwitchToLatest")
        let (before, demand) = state.withLock { state -> (UpstreamLink?, Subscribers.Demand?) in
            guard !state.hasEnded else { return (nil, nil) }
            defer { state.current = link }
            return (state.current, state.demand)
        }
        before?.cancel()
        guard let demand else { return }
        link.request(demand)
        publisher.subscribe(SwitchboardSide(switchboard: self, link: link))
    }

    /// Puts out a value, if it comes from the publisher that is heard now.
    @usableFromInline
    func receive(_ input: Output, from link: UpstreamLink) {
        state.withLock { state in
            guard state.current === link else { return }
            state.demand -= 1
            outlet.take(input)
        }
        outlet.deliver()
    }

    /// The given publisher has ended, or the publisher of publishers, if none is given.
    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>, from link: UpstreamLink?) {
        let isFailure = state.withLock { state in
            guard link == nil || state.current === link else { return false }
            if link == nil { state.hasSourceFinished = true } else { state.current = nil }
            guard case .finished = completion else {
                outlet.take(completion)
                return true
            }
            if state.hasSourceFinished, state.current == nil { outlet.take(.finished) }
            return false
        }
        if isFailure { end() }
        outlet.deliver()
    }

    private func request(_ demand: Subscribers.Demand) {
        let current = state.withLock { state in
            state.demand += demand
            return state.current
        }
        current?.request(demand)
    }

    private func end() {
        let current = state.withLock { state in
            state.hasEnded = true
            return state.current.take()
        }
        source.cancel()
        current?.cancel()
    }
}

/// The subscriber of a ``Switchboard`` for one of its publishers.
@usableFromInline
struct SwitchboardSide<Input: Sendable, Failure: Error>: Subscriber {
    let switchboard: Switchboard<Input, Failure>
    let link: UpstreamLink

    @usableFromInline var combineIdentifier: CombineIdentifier { link.combineIdentifier }

    @usableFromInline
    func receive(subscription: any Subscription) {
        _ = link.attachAndRequest(subscription)
    }

    @usableFromInline
    func receive(_ input: Input) -> Subscribers.Demand {
        if link.isAttached { switchboard.receive(input, from: link) }
        return .none
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>) {
        if link.complete() { switchboard.receive(completion: completion, from: link) }
    }
}
