/// Any number of upstreams whose values go to one downstream as they are: what `merge` and `flatMap` share.
///
/// While downstream wants all, so does it of each upstream. Otherwise it asks each upstream for one value, keeps that
/// until it is wanted, and then asks for the next one: so the upstreams wait too.
@usableFromInline
struct Confluence<Downstream: Subscriber>: Sendable {
    @usableFromInline typealias Output = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline typealias Work = ConfluenceWork<Output, Failure>

    @usableFromInline let outflow: Outflow<Work, Downstream>

    @inlinable
    init(_ name: StaticString, to downstream: Downstream) {
        outflow = Outflow(name, Work(), to: downstream)
    }

    /// Subscribes to another upstream, unless all is over.
    ///
    /// - Parameter isReplaced: true if the upstream of the outflow's link is asked for another when it has finished.
    @inlinable
    func add<P: Publisher>(_ publisher: P, isReplaced: Bool = false) where P.Output == Output, P.Failure == Failure {
        let link = UpstreamLink(named: outflow.link)
        guard let (ticket, demand) = outflow.state.withLock({ $0.open(link) }) else { return }
        link.outstanding.add(demand)
        publisher.subscribe(ConfluenceSide(confluence: self, link: link, ticket: ticket, isReplaced: isReplaced))
    }

    /// Lets out the value of an upstream that has this one and no more, which needs no subscription then. False if it is
    /// not wanted yet, and has to be added to the upstreams that wait.
    @inlinable
    func pass(_ value: Output) -> Bool {
        let (isWanted, outer) = outflow.state.withLock { state -> (Bool, DeliveryPhase?) in
            guard state.isFree() else { return (false, nil) }
            return (true, state.delivery.offer(value, on: .current))
        }
        if let outer { outflow.deliver(value, outer: outer) }
        return isWanted
    }

    /// Closes it: from now on no upstream is added, and it finishes with the last one.
    @inlinable
    func close() {
        finish { state in
            state.work.isClosed = true
            return nil
        }
    }

    /// Cancels all upstreams, and ends with an error.
    @inlinable
    func fail(_ error: Failure) {
        let before = outflow.state.withLock { $0.fail(error) }
        let source = outflow.link.takeUpstream()
        source?.cancel()
        before?.cancelUpstreams()
        outflow.deliver()
    }

    @inlinable
    func receive(_ input: Output, from link: UpstreamLink) -> Subscribers.Demand {
        let (more, outer) = outflow.state.withLock { $0.admit(input, from: link) }
        if let outer { outflow.deliver(input, outer: outer) }
        return more
    }

    @inlinable
    func finish(_ ticket: Work.Ticket) {
        finish { $0.work.links.remove(ticket) }
    }

    @inlinable
    func finish(_ change: (inout OutflowState<Work>) -> UpstreamLink?) {
        let (removed, isOver) = outflow.state.withLock { state in
            let removed = change(&state)
            return (removed, state.finishIfOver())
        }
        if isOver { outflow.deliver() }
        withExtendedLifetime(removed) {}
    }
}
