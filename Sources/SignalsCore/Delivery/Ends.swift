/// Both ends of a subscription to an operator that waits for a scheduler: upstream's subscription, and the subscriber.
///
/// It is part of the operator's state, under the operator's lock. Both are released at the end, so that an action that
/// is due much later keeps neither alive.
@usableFromInline
struct Ends<Downstream: Subscriber>: Sendable {
    @usableFromInline
    enum Phase: Sendable {
        case awaited, attached

        /// Upstream has ended; what is underway may still be delivered.
        case completed

        /// The subscriber has its completion, or wants nothing more.
        case over
    }

    @usableFromInline var phase: Phase

    /// True while the subscriber is called, so that all its calls are serial.
    @usableFromInline var isDelivering = false
    @usableFromInline var subscription: (any Subscription)?
    @usableFromInline var downstream: Downstream?

    @inlinable
    init(downstream: Downstream?) {
        phase = downstream == nil ? .over : .awaited
        self.downstream = downstream
    }

    @inlinable var isAttached: Bool { phase == .attached }

    /// Takes the subscription, and returns the subscriber, which is to be handed its own. Nil if there is one already.
    @inlinable
    mutating func attach(_ subscription: any Subscription) -> Downstream? {
        guard phase == .awaited else { return nil }
        phase = .attached
        self.subscription = subscription
        isDelivering = true
        return downstream
    }

    /// Notes that upstream has ended. Returns its subscription, to be released after the lock. Nil if it was not
    /// attached.
    @inlinable
    mutating func complete() -> (any Subscription)? {
        guard phase == .attached else { return nil }
        phase = .completed
        return subscription.take()
    }

    /// Ends, and returns the subscriber, which receives its completion now.
    @inlinable
    mutating func end() -> Downstream? {
        phase = .over
        return downstream.take()
    }
}
