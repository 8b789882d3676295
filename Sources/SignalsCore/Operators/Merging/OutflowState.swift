/// The operator's own state in an ``Outflow``. All of it runs under the outflow's lock, but for `cancelUpstreams`.
@usableFromInline
package protocol OutflowWork: Sendable {
    /// The kind of values that go out.
    associatedtype Output: Sendable

    /// The kind of error by which it may fail.
    associatedtype Failure: Error

    /// The link: one with an upstream, or a plain one where the operator has several.
    associatedtype Link: OutflowLink

    /// Adds to the demand, lets out what was kept for it, and returns whom to ask for more.
    mutating func request(
        _ demand: Subscribers.Demand, _ delivery: inout DeliveryState<Output, Failure>
    ) -> UpstreamRequest

    /// Ends, and returns the previous contents, to be cancelled and released after the lock.
    mutating func end() -> Self

    /// Cancels the upstreams, but for the one of the outflow's link. Called after the lock.
    func cancelUpstreams()
}

/// The state of an ``Outflow``. Its transitions return the effect to be performed after the lock.
@usableFromInline
package struct OutflowState<Work: OutflowWork>: Sendable {
    @usableFromInline var delivery = DeliveryState<Work.Output, Work.Failure>()
    @usableFromInline var work: Work

    @inlinable
    init(_ work: Work) {
        self.work = work
    }

    @inlinable
    mutating func request(_ demand: Subscribers.Demand) -> UpstreamRequest {
        work.request(demand, &delivery)
    }

    /// Ends at once. Returns what is to be cancelled and released after the lock.
    @inlinable
    mutating func cancel() -> (
        work: Work, waiting: (ArrayQueue<Work.Output>, [Work.Failure])
    ) {
        (work.end(), delivery.end())
    }
}

/// The upstreams that an operator asks for values when its downstream has demand.
@usableFromInline
package enum UpstreamRequest: Sendable {
    case nothing

    /// The upstream of the outflow's link.
    case upstream(Subscribers.Demand)

    /// These upstreams, each for so much.
    case links([UpstreamLink], Subscribers.Demand)

    /// The upstreams of a junction, each for so much.
    case upstreams([JunctionUpstream], Subscribers.Demand)

    @inlinable
    func perform(through link: some OutflowLink) {
        switch self {
        case .nothing: break
        case .upstream(let demand): link.requestUpstream(demand)
        case .links(let links, let demand): for link in links { link.request(demand) }
        case .upstreams(let upstreams, let demand):
            for upstream in upstreams { upstream.subscription?.request(demand) }
        }
    }
}
