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
