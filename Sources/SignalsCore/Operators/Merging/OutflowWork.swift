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
