/// What a ``Confluence`` knows. Its transitions return the effect to be performed after the lock.
@usableFromInline
struct ConfluenceState<Output: Sendable>: Sendable {
    @usableFromInline typealias Ticket = SubscriberList<UpstreamLink>.Ticket

    /// A value that nobody has asked for yet, and whose upstream waits for that.
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

    /// The upstream of which the others are made, if there is one.
    @usableFromInline var source: UpstreamLink?

    /// The upstreams that have not finished.
    @usableFromInline var links = SubscriberList<UpstreamLink>()

    /// What downstream has asked for, and was not put out yet.
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var kept = Queue<Kept>()

    /// Whether no upstream will be added.
    @usableFromInline var isClosed = false
    @usableFromInline var hasEnded = false

    @usableFromInline
    init() {}

    /// Whether nothing more can come.
    @inlinable var isOver: Bool { isClosed && links.count == 0 && kept.isEmpty }

    /// What each upstream is asked for, first, and after a value of its own.
    @inlinable var share: Subscribers.Demand { demand == .unlimited ? .unlimited : .max(1) }

    /// The place of a new upstream, and what to ask it for. Nil if all is over.
    @inlinable
    mutating func open(_ link: UpstreamLink) -> (Ticket, Subscribers.Demand)? {
        hasEnded ? nil : (links.append(link), share)
    }

    /// Lets a value out, and returns what to ask its upstream for. Nil if the value is to wait.
    @inlinable
    mutating func admit(_ value: Output, from link: UpstreamLink) -> Subscribers.Demand? {
        if demand == .unlimited { return Subscribers.Demand.none }
        guard !hasEnded, demand > .none else {
            if !hasEnded { kept.append(Kept(value: value, link: link)) }
            return nil
        }
        demand -= 1
        return .max(1)
    }

    /// Lets out what is wanted now, and returns who is to be asked, and for how much.
    @usableFromInline
    mutating func request(
        _ more: Subscribers.Demand, putOut: (Output) -> Void
    ) -> (links: [UpstreamLink], Subscribers.Demand) {
        let wasUnlimited = demand == .unlimited
        demand += more
        var asked: [UpstreamLink] = []
        while demand > .none, let next = kept.popFirst() {
            demand -= 1
            putOut(next.value)
            asked.append(next.link)
        }
        guard demand == .unlimited else { return (asked, .max(1)) }
        asked = []
        if !wasUnlimited { links.forEach { asked.append($0) } }
        return (asked, .unlimited)
    }

    /// Lets go of everything, and returns it, to be released after the lock.
    @usableFromInline
    mutating func end() -> ConfluenceState {
        let before = self
        self = ConfluenceState()
        hasEnded = true
        return before
    }
}
