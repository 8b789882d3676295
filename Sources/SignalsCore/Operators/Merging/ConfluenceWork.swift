/// The state of a ``Confluence``.
@usableFromInline
struct ConfluenceWork<Output: Sendable, Failure: Error>: OutflowWork {
    @usableFromInline typealias Link = UpstreamLink

    @usableFromInline typealias Ticket = TicketList<UpstreamLink>.Ticket

    /// A value without demand, whose upstream waits for that.
    @usableFromInline
    struct Kept: Sendable {
        @usableFromInline let value: Output
        @usableFromInline let link: UpstreamLink

        @inlinable
        init(value: Output, link: UpstreamLink) {
            self.value = value
            self.link = link
        }
    }

    /// The upstreams that have not finished.
    @usableFromInline var links = TicketList<UpstreamLink>()
    @usableFromInline var kept = ArrayQueue<Kept>()

    /// True if no upstream will be added.
    @usableFromInline var isClosed = false

    @inlinable
    init() {}

    /// True if nothing more can come.
    @inlinable @inline(__always)
    var isOver: Bool { isClosed && links.count == 0 && kept.isEmpty }

    @inlinable
    mutating func request(
        _ demand: Subscribers.Demand, _ delivery: inout DeliveryState<Output, Failure>
    ) -> UpstreamRequest {
        let wasUnlimited = delivery.demand == .unlimited
        delivery.demand += demand
        var asked: [UpstreamLink] = []
        while delivery.unmetDemand > .none, let next = kept.popFirst() {
            delivery.waiting.append(next.value)
            asked.append(next.link)
        }
        if isOver { delivery.take(.finished) }
        guard delivery.demand == .unlimited else { return asked.isEmpty ? .nothing : .links(asked, .max(1)) }
        if wasUnlimited { return .nothing }
        asked = []
        links.forEach { asked.append($0) }
        return .links(asked, .unlimited)
    }

    @inlinable
    mutating func end() -> ConfluenceWork {
        var before = ConfluenceWork()
        swap(&self, &before)
        return before
    }

    @inlinable
    func cancelUpstreams() {
        links.forEach { $0.cancel() }
    }
}

extension OutflowState {
    /// Returns true if nothing has to wait.
    @inlinable @inline(__always)
    func isFree<Output, Failure>() -> Bool where Work == ConfluenceWork<Output, Failure> {
        delivery.isOpen && work.kept.isEmpty && delivery.unmetDemand > .none
    }

    /// Adds an upstream. Returns its ticket, and what to ask it for; nil if all is over.
    @inlinable @inline(__always)
    mutating func open<Output, Failure>(_ link: UpstreamLink) -> (
        ConfluenceWork<Output, Failure>.Ticket, Subscribers.Demand
    )?
    where Work == ConfluenceWork<Output, Failure> {
        guard delivery.isOpen else { return nil }
        return (work.links.append(link), delivery.demand == .unlimited ? .unlimited : .max(1))
    }

    /// Lets a value out, to be delivered at once or after those before it, or keeps it until it is wanted. Returns what
    /// to ask its upstream for.
    @inlinable @inline(__always)
    mutating func admit<Output, Failure>(
        _ value: Output, from link: UpstreamLink
    ) -> (Subscribers.Demand, outer: DeliveryPhase?) where Work == ConfluenceWork<Output, Failure> {
        guard delivery.isOpen else { return (.none, nil) }
        guard delivery.unmetDemand > .none else {
            work.kept.append(ConfluenceWork.Kept(value: value, link: link))
            return (.none, nil)
        }
        let more = delivery.demand == .unlimited ? Subscribers.Demand.none : .max(1)
        return (more, delivery.offer(value, on: .current))
    }

    /// Finishes if nothing more can come. Returns true if so.
    @inlinable @inline(__always)
    mutating func finishIfOver<Output, Failure>() -> Bool where Work == ConfluenceWork<Output, Failure> {
        guard work.isOver else { return false }
        delivery.take(.finished)
        return true
    }

    /// Ends with an error after the values that were asked for. Returns the upstreams, to be cancelled after the lock.
    @inlinable
    mutating func fail<Output, Failure>(_ error: Failure) -> Work? where Work == ConfluenceWork<Output, Failure> {
        guard delivery.isOpen else { return nil }
        delivery.take(.failure(error))
        return work.end()
    }
}
