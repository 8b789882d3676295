/// The rule of a ``Publishers/Buffer``, which bounds the number of values that wait for demand.
@usableFromInline
struct BufferWork<Output: Sendable, Failure: Error>: OutflowWork {
    @usableFromInline typealias Link = UpstreamLink

    /// The effect of a value that is received.
    @usableFromInline
    enum Effect: Sendable {
        /// It is delivered at once, and upstream asked for more.
        case deliver(outer: DeliveryPhase, Subscribers.Demand)

        /// It waits, and upstream is asked for more.
        case keep(Subscribers.Demand)

        /// The value that is dropped for lack of room, to be released after the lock.
        case drop(Output)

        /// The value finds no room, which is an error.
        case fail(@Sendable () -> Failure)
    }

    @usableFromInline let size: Int
    @usableFromInline let prefetch: Publishers.PrefetchStrategy
    @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>

    @inlinable
    init(size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>) {
        (self.size, self.prefetch, self.whenFull) = (size, prefetch, whenFull)
    }

    /// The demand that upstream is asked for at first.
    @inlinable var firstDemand: Subscribers.Demand { prefetch == .keepFull ? .max(size) : .unlimited }

    @inlinable
    mutating func request(
        _ demand: Subscribers.Demand, _ delivery: inout DeliveryState<Output, Failure>
    ) -> UpstreamRequest {
        let before = delivery.surplus
        delivery.demand += demand
        let freed = before - delivery.surplus
        return prefetch == .keepFull && freed > 0 ? .upstream(.max(freed)) : .nothing
    }

    @inlinable
    mutating func end() -> BufferWork { self }

    @inlinable
    func cancelUpstreams() {}
}

extension OutflowState {
    @inlinable
    mutating func receive<Output, Failure>(_ value: Output) -> BufferWork<Output, Failure>.Effect
    where Work == BufferWork<Output, Failure> {
        guard delivery.isOpen else { return .keep(.none) }
        if delivery.unmetDemand > .none {
            let more = work.prefetch == .keepFull ? Subscribers.Demand.max(1) : .none
            return delivery.offer(value, on: .current).map { .deliver(outer: $0, more) } ?? .keep(more)
        }
        if delivery.surplus < work.size {
            delivery.waiting.append(value)
            return .keep(.none)
        }
        switch work.whenFull {
        case .dropNewest:
            return .drop(value)
        case .dropOldest:
            delivery.waiting.append(value)
            return delivery.waiting.remove(at: delivery.demand.max ?? 0).map { .drop($0) } ?? .keep(.none)
        case .customError(let makeError):
            return .fail(makeError)
        }
    }
}
