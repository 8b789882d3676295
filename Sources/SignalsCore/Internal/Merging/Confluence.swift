/// Any number of upstreams whose values go to one downstream as they are: what `merge` and `flatMap` share.
///
/// While downstream wants all, so does it of each upstream. Otherwise it asks each upstream for one value, keeps that
/// until it is wanted, and then asks for the next one: so the upstreams wait too.
@usableFromInline
final class Confluence<Output: Sendable, Failure: Error>: Sendable {
    @usableFromInline let state: Locked<ConfluenceState<Output>>
    @usableFromInline let outlet: Outlet<Output, Failure>
    @usableFromInline let name: StaticString

    @usableFromInline @inline(never)
    init(_ name: StaticString, to subscriber: AnySubscriber<Output, Failure>) {
        self.name = name
        state = Locked(ConfluenceState())
        outlet = Outlet(to: subscriber, surplus: .waits, name: name)
    }

    /// Hands downstream its subscription.
    ///
    /// - Parameter source: the upstream of which the upstreams are made, cancelled with them.
    @usableFromInline
    func start(upstream source: UpstreamLink? = nil) {
        if let source { state.withLock { $0.source = source } }
        outlet.start(onRequest: { self.request($0) }, onCancel: { self.cancelLinks() })
    }

    /// Subscribes to another upstream, unless all is over.
    ///
    /// - Parameter onFinish: run when it has finished.
    @inlinable
    func add<P: Publisher>(_ publisher: P, onFinish: (@Sendable () -> Void)? = nil)
    where P.Output == Output, P.Failure == Failure {
        let link = UpstreamLink(name)
        guard let (ticket, demand) = state.withLock({ $0.open(link) }) else { return }
        link.outstanding.add(demand)
        publisher.subscribe(ConfluenceSide(confluence: self, link: link, ticket: ticket, onFinish: onFinish))
    }

    /// Lets out the value of an upstream that has this one and no more, which needs no subscription then. False if it is
    /// not wanted yet, and has to be added as an upstream that waits.
    @inlinable
    func pass(_ value: Output) -> Bool {
        let (isOut, delivery) = state.withLock { state -> (Bool, Outlet<Output, Failure>.Delivery?) in
            guard !state.hasEnded, state.kept.isEmpty, state.demand > .none else { return (false, nil) }
            state.demand -= 1
            return (true, outlet.takeToDeliver(value))
        }
        if let delivery { outlet.deliver(delivery) }
        return isOut
    }

    /// From now on no upstream is added: it finishes with the last one.
    @usableFromInline
    func close() {
        finish { $0.isClosed = true }
    }

    /// Ends with an error, and cancels all upstreams.
    @usableFromInline
    func fail(_ error: Failure) {
        outlet.take(.failure(error))
        cancelLinks()
        outlet.deliver()
    }

    @inlinable
    func receive(_ input: Output, from link: UpstreamLink) -> Subscribers.Demand {
        let (more, delivery) = state.withLock { state -> (Subscribers.Demand, Outlet<Output, Failure>.Delivery?) in
            guard let more = state.admit(input, from: link) else { return (.none, nil) }
            return (more, outlet.takeToDeliver(input))
        }
        if let delivery { outlet.deliver(delivery) }
        return more
    }

    @inlinable
    func finish(_ ticket: ConfluenceState<Output>.Ticket) {
        finish { $0.links.remove(ticket) }
    }

    @inlinable
    func finish<Removed>(_ change: (inout ConfluenceState<Output>) -> Removed) {
        let (removed, isOver) = state.withLock { state in
            let removed = change(&state)
            if state.isOver { outlet.take(.finished) }
            return (removed, state.isOver)
        }
        if isOver { outlet.deliver() }
        withExtendedLifetime(removed) {}
    }

    /// Downstream wants more: what was kept goes out, and their upstreams are asked for the next.
    private func request(_ demand: Subscribers.Demand) {
        let (links, more) = state.withLock { state in
            let effect = state.request(demand) { outlet.take($0) }
            if state.isOver { outlet.take(.finished) }
            return effect
        }
        outlet.deliverWanted()
        for link in links { link.request(more) }
    }

    private func cancelLinks() {
        let before = state.withLock { $0.end() }
        before.source?.cancel()
        before.links.forEach { $0.cancel() }
    }
}
