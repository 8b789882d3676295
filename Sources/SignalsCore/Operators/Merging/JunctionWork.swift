/// The state of a ``Junction``.
@usableFromInline
package struct JunctionWork<Rule: JunctionRule, Failure: Error>: OutflowWork {
    @usableFromInline package typealias Output = Rule.Output
    @usableFromInline package typealias Link = PlainLink

    @usableFromInline var values: Rule.Values
    @usableFromInline var upstreams: [JunctionUpstream]

    /// The demand that each upstream was or is to be asked for.
    @usableFromInline var asked = Subscribers.Demand.none
    @usableFromInline var finished = JunctionSides()

    @inlinable
    init(count: Int, values: Rule.Values) {
        self.values = values
        upstreams = Array(repeating: JunctionUpstream(), count: count)
    }

    @inlinable
    package mutating func request(
        _ demand: Subscribers.Demand, _ delivery: inout DeliveryState<Output, Failure>
    ) -> UpstreamRequest {
        // A filter after a combination asks for one more at each value: that need not be reported again.
        if asked == .unlimited { return .nothing }
        delivery.demand += demand
        asked += demand
        // The last value still has the upstreams, which are to be cancelled.
        return delivery.isOpen ? .upstreams(upstreams, demand) : .nothing
    }

    /// Ends. The values stay until all of it is released, since there are none to put in their place.
    @inlinable
    package mutating func end() -> JunctionWork {
        defer { upstreams = [] }
        return self
    }

    @inlinable
    package func cancelUpstreams() {
        upstreams.cancel()
    }
}

extension [JunctionUpstream] {
    @inlinable
    func cancel() {
        for upstream in self { upstream.subscription?.cancel() }
    }
}

/// The effect of a value that a ``Junction`` has received.
@usableFromInline
struct JunctionEffect<Input: Sendable, Output: Sendable>: Sendable {
    /// The value that was replaced, to be released.
    @usableFromInline var replaced: Input?

    /// Values that were put out and not asked for before there was a newer one, to be released.
    @usableFromInline var dropped: [Output] = []

    /// The value to be delivered at once.
    @usableFromInline var output: Output?
    @usableFromInline var outer: DeliveryPhase?

    /// True if nothing more can come, and the upstreams are to be cancelled after the last value.
    @usableFromInline var isOver = false

    @inlinable
    init() {}
}

/// The work that is left when an upstream has ended, to be done after the lock.
///
/// A failure drops what waits for demand, and so does the end of combinations, of which only the latest would come: neither
/// may keep the completion waiting.
@usableFromInline
struct JunctionEnd<Output: Sendable>: Sendable {
    @usableFromInline var released: (any Subscription)?
    @usableFromInline var dropped: [Output] = []

    /// The other upstreams, if all is over.
    @usableFromInline var ended: [JunctionUpstream]?

    @inlinable
    init(released: (any Subscription)? = nil) {
        self.released = released
    }
}

extension OutflowState {
    /// Takes a subscription, and returns what it is to be asked for. Nil if there was one.
    @inlinable
    mutating func attach<Rule, Failure>(
        _ subscription: any Subscription, to index: Int
    ) -> Subscribers.Demand? where Work == JunctionWork<Rule, Failure> {
        guard delivery.isOpen, work.upstreams[index].phase == .awaited else { return nil }
        work.upstreams[index].phase = .attached
        work.upstreams[index].subscription = subscription
        return work.asked
    }

    @inlinable @inline(__always)
    mutating func receive<Input, Rule, Failure>(
        _ input: Input, from index: Int, _ put: (inout Rule.Values, Input) -> Input?
    ) -> JunctionEffect<Input, Rule.Output> where Work == JunctionWork<Rule, Failure> {
        var effect = JunctionEffect<Input, Rule.Output>()
        guard delivery.isOpen, work.upstreams[index].phase == .attached else { return effect }
        effect.replaced = put(&work.values, input)
        effect.output = Rule.next(&work.values)
        if let output = effect.output {
            if Rule.surplus == .isReplaced, !delivery.waiting.isEmpty { effect.dropped = dropSurplus() }
            effect.outer = delivery.offer(output, on: .current)
        }
        if !work.finished.isEmpty { effect.isOver = finishIfOver() }
        return effect
    }

    /// Takes an upstream's completion. Returns its subscription, to be released, and if nothing more can come the
    /// upstreams, to be cancelled.
    @inlinable
    mutating func receive<Rule, Failure>(
        _ completion: Subscribers.Completion<Failure>, from index: Int
    ) -> JunctionEnd<Rule.Output>
    where Work == JunctionWork<Rule, Failure> {
        guard delivery.isOpen, work.upstreams[index].phase == .attached else { return JunctionEnd() }
        var end = JunctionEnd<Rule.Output>(released: work.upstreams[index].finish())
        switch completion {
        case .finished:
            work.finished.insert(index)
            guard finishIfOver() else { break }
            end.ended = work.upstreams.takeAll()
            if Rule.surplus == .isReplaced { end.dropped = dropSurplus() }
        case .failure:
            end.dropped = dropSurplus()
            delivery.take(completion)
            end.ended = work.upstreams.takeAll()
        }
        return end
    }

    @inlinable
    mutating func finishIfOver<Rule, Failure>() -> Bool
    where Work == JunctionWork<Rule, Failure> {
        guard Rule.isOver(work.values, work.finished) else { return false }
        delivery.take(.finished)
        return true
    }

    @inlinable
    mutating func dropSurplus<Rule, Failure>() -> [Rule.Output]
    where Work == JunctionWork<Rule, Failure> {
        delivery.demand.max.map { delivery.waiting.dropSuffix(keeping: $0) } ?? []
    }
}
