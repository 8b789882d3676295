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
        upstreams = Array(repeating: .awaited, count: count)
        self.surplus = surplus
        self.next = next
        self.isOver = isOver
    }

    /// Takes a subscription, and returns what it is to be asked for. Nil if there was one.
    @inlinable
    mutating func attach(_ subscription: any Subscription, to index: Int) -> Subscribers.Demand? {
        guard case .awaited = upstreams[index] else { return nil }
        upstreams[index] = .attached(subscription)
        return asked
    }

    @inlinable
    package mutating func request(
        _ demand: Subscribers.Demand, _ delivery: inout DeliveryState<Output, Failure>
    ) -> UpstreamRequest {
        delivery.demand += demand
        asked += demand
        return .upstreams(upstreams, demand)
    }

    @inlinable
    package func cancelUpstreams() {
        for case .attached(let subscription) in upstreams { subscription.cancel() }
    }
}

/// One of the upstreams of a ``Junction``.
@usableFromInline
package enum JunctionUpstream: Sendable {
    case awaited
    case attached(any Subscription)
    case ended
}

/// What is to be done when a ``Junction`` has received a value.
@usableFromInline
struct JunctionEffect<Input: Sendable, Values: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// The value that was replaced, to be released.
    @usableFromInline var replaced: Input?

    /// Values that were put out and not asked for before there was a newer one, to be released.
    @usableFromInline var dropped: [Output] = []

    /// The value to be delivered at once.
    @usableFromInline var output: Output?
    @usableFromInline var outer: DeliveryPhase?

    /// The state before the end, whose upstreams are to be cancelled.
    @usableFromInline var before: JunctionWork<Values, Output, Failure>?

    @inlinable
    init() {}
}

extension OutflowState {
    @inlinable @inline(__always)
    mutating func receive<Input, Values, Output, Failure>(
        _ input: Input, from index: Int, _ put: (inout Values, Input) -> Input?
    ) -> JunctionEffect<Input, Values, Output, Failure> where Work == JunctionWork<Values, Output, Failure> {
        var effect = JunctionEffect<Input, Values, Output, Failure>()
        guard work != nil, delivery.isOpen, case .attached? = work?.upstreams[index] else { return effect }
        effect.replaced = put(&work!.values, input)
        effect.output = work!.next(&work!.values)
        if let output = effect.output {
            effect.dropped = dropSurplus()
            effect.outer = delivery.offer(output, on: .current)
        }
        if !work!.finished.isEmpty { effect.before = endIfOver() }
        return effect
    }

    /// What became of an upstream's completion: its subscription, to be released, and if nothing more can come the state
    /// before the end, whose upstreams are to be cancelled.
    @inlinable
    mutating func receive<Values, Output, Failure>(
        _ completion: Subscribers.Completion<Failure>, from index: Int
    ) -> (ended: JunctionUpstream, before: Work?) where Work == JunctionWork<Values, Output, Failure> {
        guard let ended = work?.upstreams[index], case .attached = ended else { return (.ended, nil) }
        work?.upstreams[index] = .ended
        switch completion {
        case .finished:
            work?.finished.insert(index)
            return (ended, endIfOver())
        case .failure:
            return (ended, end(with: completion))
        }
    }

    @inlinable
    mutating func endIfOver<Values, Output, Failure>() -> Work? where Work == JunctionWork<Values, Output, Failure> {
        guard let work, work.isOver(work.values, work.finished) else { return nil }
        return end(with: .finished)
    }

    /// Ends behind the values that wait. Returns the state before, nil if it had ended.
    @inlinable
    mutating func end<Values, Output, Failure>(
        with completion: Subscribers.Completion<Failure>
    ) -> Work? where Work == JunctionWork<Values, Output, Failure> {
        guard delivery.isOpen else { return nil }
        delivery.take(completion)
        return work.take()
    }

    @inlinable
    mutating func dropSurplus<Values, Output, Failure>() -> [Output]
    where Work == JunctionWork<Values, Output, Failure> {
        guard work?.surplus == .isReplaced, !delivery.waiting.isEmpty, let wanted = delivery.demand.max else {
            return []
        }
        return delivery.waiting.dropSuffix(keeping: wanted)
    }
}
