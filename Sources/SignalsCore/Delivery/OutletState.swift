/// The state of an ``Outlet``. Its transitions return the effect to be performed after the lock.
@usableFromInline
package struct OutletState<Output: Sendable, Failure: Error>: Sendable {
    @usableFromInline typealias Target = AnySubscriber<Output, Failure>

    /// The objects and values that are kept alive until the end.
    @usableFromInline typealias Kept = (
        subscriber: Target?, hooks: OutletHooks, waiting: (ArrayQueue<Output>, [Failure])
    )

    /// The next event to be delivered, with its receiver.
    @usableFromInline
    enum Step: Sendable {
        case value(Output, to: @Sendable (Output) -> Subscribers.Demand)
        case completion(Subscribers.Completion<Failure>, Kept)
        case nothing
    }

    @usableFromInline var delivery = DeliveryState<Output, Failure>()
    @usableFromInline var hooks = OutletHooks()

    /// Nil after the completion or a cancel, so that nothing is kept alive.
    @usableFromInline var subscriber: Target?

    /// Values that were replaced or came too late, to be released when the caller has left its own lock.
    @usableFromInline var refused: [Output] = []
    @usableFromInline let surplus: Surplus

    @inlinable
    init(subscriber: Target, surplus: Surplus) {
        self.subscriber = subscriber
        self.surplus = surplus
    }

    /// Begins, on the thread that hands the subscriber its subscription.
    @inlinable
    mutating func start(on thread: ThreadIdentity, _ hooks: OutletHooks) -> Target? {
        guard delivery.start(on: thread) else { return nil }
        self.hooks = hooks
        return subscriber
    }

    /// Adds to the demand. Returns the hook to notify, unless all is over.
    @inlinable
    mutating func add(_ more: Subscribers.Demand) -> (@Sendable (Subscribers.Demand) -> Void)? {
        delivery.demand += more
        return hooks.onRequest
    }

    /// Takes in a value, if it is open.
    @inlinable
    mutating func take(_ value: Output) {
        guard delivery.isOpen else { return refused.append(value) }
        dropSurplus()
        delivery.waiting.append(value)
    }

    /// Takes in the completion, unless there is one.
    @inlinable
    mutating func take(_ completion: Subscribers.Completion<Failure>) {
        guard delivery.isOpen else { return }
        dropSurplus()
        delivery.take(completion)
    }

    /// Returns the next event to deliver. Goes back to the outer phase if there is nothing.
    @inlinable
    mutating func next(outer: DeliveryPhase) -> Step {
        switch delivery.next(outer: outer) {
        case .value(let value):
            // The subscriber is not bound as a whole, which would copy all of its closures.
            if let receive = subscriber?.receiveValue { return .value(value, to: receive) }
            refused.append(value)
            return .nothing
        case .completion(let completion): return .completion(completion, end())
        case .nothing: return .nothing
        }
    }

    /// Ends at once. Returns what is to be released after the lock.
    @inlinable
    mutating func end() -> Kept {
        defer {
            subscriber = nil
            hooks = OutletHooks()
        }
        return (subscriber, hooks, delivery.end())
    }

    @inlinable
    mutating func dropSurplus() {
        guard surplus == .isReplaced, let wanted = delivery.demand.max else { return }
        refused += delivery.waiting.dropSuffix(keeping: wanted)
    }
}

/// The closures that are notified of the demand and the cancellation of an ``Outlet``'s subscriber.
@usableFromInline
struct OutletHooks: Sendable {
    @usableFromInline var onRequest: (@Sendable (Subscribers.Demand) -> Void)?
    @usableFromInline var onCancel: (@Sendable () -> Void)?

    @inlinable
    init(onRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil, onCancel: (@Sendable () -> Void)? = nil) {
        self.onRequest = onRequest
        self.onCancel = onCancel
    }
}
