/// What a ``Junction`` does with a value that nobody has asked for yet.
@usableFromInline
package enum JunctionSurplus: Sendable {
    /// It waits, and so does the completion behind it.
    case waits

    /// It waits until the next one replaces it, or the completion does.
    case isReplaced
}

/// What a ``Junction`` knows.
@usableFromInline
package struct JunctionWork<Values: Sendable, Output: Sendable, Failure: Error>: OutflowWork {
    /// What can be taken out after a value was put in.
    @usableFromInline package typealias Next = @Sendable (inout Values) -> Output?

    /// Whether nothing more can come, though the given upstreams alone have finished.
    @usableFromInline package typealias IsOver = @Sendable (Values, JunctionSides) -> Bool

    @usableFromInline var values: Values
    @usableFromInline var upstreams: [JunctionUpstream]

    /// What each upstream was or is to be asked for.
    @usableFromInline var asked = Subscribers.Demand.none
    @usableFromInline var finished = JunctionSides()
    @usableFromInline let surplus: JunctionSurplus
    @usableFromInline let next: Next
    @usableFromInline let isOver: IsOver

    @inlinable
    init(
        count: Int, surplus: JunctionSurplus, values: Values, next: @escaping Next, isOver: @escaping IsOver
    ) {
        self.values = values
        upstreams = Array(repeating: JunctionUpstream(), count: count)
        self.surplus = surplus
        self.next = next
        self.isOver = isOver
    }

    @inlinable
    package mutating func request(
        _ demand: Subscribers.Demand, _ delivery: inout DeliveryState<Output, Failure>
    ) -> UpstreamRequest {
        delivery.demand += demand
        asked += demand
        return .upstreams(upstreams, demand)
    }

    /// The values stay until all of it is released, since there are none to put in their place.
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

/// One of the upstreams of a ``Junction``.
@usableFromInline
package struct JunctionUpstream: Sendable {
    @usableFromInline
    enum Phase: Sendable {
        case awaited, attached, ended
    }

    @usableFromInline var phase = Phase.awaited
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    init() {}

    /// Ends, and returns the subscription, to be released after the lock.
    @inlinable
    mutating func end() -> (any Subscription)? {
        phase = .ended
        return subscription.take()
    }
}

/// What is to be done when a ``Junction`` has received a value.
@usableFromInline
struct JunctionEffect<Input: Sendable, Output: Sendable>: Sendable {
    /// The value that was replaced, to be released.
    @usableFromInline var replaced: Input?

    /// Values that were put out and not asked for before there was a newer one, to be released.
    @usableFromInline var dropped: [Output] = []

    /// The value to be delivered at once.
    @usableFromInline var output: Output?
    @usableFromInline var outer: DeliveryPhase?

    /// If nothing more can come, the upstreams, to be cancelled.
    @usableFromInline var ended: [JunctionUpstream]?

    @inlinable
    init() {}
}

extension OutflowState {
    /// Takes a subscription, and returns what it is to be asked for. Nil if there was one.
    @inlinable
    mutating func attach<Values, Output, Failure>(
        _ subscription: any Subscription, to index: Int
    ) -> Subscribers.Demand? where Work == JunctionWork<Values, Output, Failure> {
        guard delivery.isOpen, work.upstreams[index].phase == .awaited else { return nil }
        work.upstreams[index].phase = .attached
        work.upstreams[index].subscription = subscription
        return work.asked
    }

    @inlinable @inline(__always)
    mutating func receive<Input, Values, Output, Failure>(
        _ input: Input, from index: Int, _ put: (inout Values, Input) -> Input?
    ) -> JunctionEffect<Input, Output> where Work == JunctionWork<Values, Output, Failure> {
        var effect = JunctionEffect<Input, Output>()
        guard delivery.isOpen, work.upstreams[index].phase == .attached else { return effect }
        effect.replaced = put(&work.values, input)
        effect.output = work.next(&work.values)
        if let output = effect.output {
            if work.surplus == .isReplaced, !delivery.waiting.isEmpty { effect.dropped = dropSurplus() }
            effect.outer = delivery.offer(output, on: .current)
        }
        if !work.finished.isEmpty { effect.ended = finishIfOver() }
        return effect
    }

    /// What became of an upstream's completion: its subscription, to be released, and if nothing more can come the
    /// upstreams, to be cancelled.
    @inlinable
    mutating func receive<Values, Output, Failure>(
        _ completion: Subscribers.Completion<Failure>, from index: Int
    ) -> (released: (any Subscription)?, ended: [JunctionUpstream]?)
    where Work == JunctionWork<Values, Output, Failure> {
        guard delivery.isOpen, work.upstreams[index].phase == .attached else { return (nil, nil) }
        let released = work.upstreams[index].end()
        switch completion {
        case .finished:
            work.finished.insert(index)
            return (released, finishIfOver())
        case .failure:
            delivery.take(completion)
            return (released, work.upstreams.takeAll())
        }
    }

    @inlinable
    mutating func finishIfOver<Values, Output, Failure>() -> [JunctionUpstream]?
    where Work == JunctionWork<Values, Output, Failure> {
        guard work.isOver(work.values, work.finished) else { return nil }
        delivery.take(.finished)
        return work.upstreams.takeAll()
    }

    @inlinable
    mutating func dropSurplus<Values, Output, Failure>() -> [Output]
    where Work == JunctionWork<Values, Output, Failure> {
        delivery.demand.max.map { delivery.waiting.dropSuffix(keeping: $0) } ?? []
    }
}
