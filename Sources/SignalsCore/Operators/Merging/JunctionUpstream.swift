/// One of the upstreams of a ``Junction``.
@usableFromInline
package struct JunctionUpstream: Sendable {
    @usableFromInline
    enum Phase: Sendable {
        case awaited, attached, finished
    }

    @usableFromInline var phase = Phase.awaited
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    init() {}

    /// Notes that it has finished. Returns the subscription, to be released after the lock.
    @inlinable
    mutating func finish() -> (any Subscription)? {
        phase = .finished
        return subscription.take()
    }
}
