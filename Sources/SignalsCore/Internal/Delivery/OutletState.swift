/// What an ``Outlet`` knows. Its transitions return the effect to be performed after the lock.
@usableFromInline
struct OutletState<Output: Sendable, Failure: Error>: Sendable {
    @usableFromInline typealias Target = AnySubscriber<Output, Failure>

    /// What is to be delivered next.
    @usableFromInline
    enum Effect: Sendable {
        case value(Output, to: @Sendable (Output) -> Subscribers.Demand)

        /// The completion; the hooks are to be released.
        case completion(Subscribers.Completion<Failure>, to: Target, OutletHooks)

        /// Nothing, but these values, which nobody asked for, are to be released.
        case nothing(dropped: [Output])
    }

    @usableFromInline
    enum Phase: Sendable {
        /// The subscriber has no subscription yet, so that nothing may reach it.
        case unstarted

        /// This thread hands the subscriber its subscription. Others wait, so that nothing overtakes that.
        case starting(ThreadIdentity)
        case idle
        case delivering(ThreadIdentity)
    }

    /// The reason to deliver.
    @usableFromInline
    enum Cause: Sendable {
        /// Something was taken in. It is delivered before the call that brought it returns, even inside the delivery of
        /// another value.
        case supply

        /// The subscriber wants more. Inside the delivery of a value that is only noted, and the delivery goes on with it
        /// when the subscriber returns: a backlog takes a loop and not a recursion.
        case demand
    }

    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var hooks = OutletHooks()

    /// Nil after the completion or a cancel, so that nothing is kept alive.
    @usableFromInline var subscriber: Target?
    @usableFromInline var waiting = Queue<Output>()
    @usableFromInline var dropped: [Output] = []
    @usableFromInline var completion: Subscribers.Completion<Failure>?
    @usableFromInline var phase = Phase.unstarted
    @usableFromInline let surplus: Outlet<Output, Failure>.Surplus

    @inlinable
    init(subscriber: Target, surplus: Outlet<Output, Failure>.Surplus) {
        self.subscriber = subscriber
        self.surplus = surplus
    }

    /// Begins, on the thread that hands the subscriber its subscription.
    @inlinable
    mutating func start(on thread: ThreadIdentity, _ hooks: OutletHooks) -> Target? {
        guard case .unstarted = phase else { return nil }
        phase = .starting(thread)
        self.hooks = hooks
        return subscriber
    }

    /// Adds to the demand. Returns who is to be told, unless all is over.
    @inlinable
    mutating func add(_ more: Subscribers.Demand) -> (@Sendable (Subscribers.Demand) -> Void)? {
        demand += more
        return hooks.onRequest
    }

    /// Takes in a value, unless all is over.
    @inlinable
    mutating func take(_ value: Output) {
        guard subscriber != nil, completion == nil else { return }
        dropSurplus()
        waiting.append(value)
    }

    /// Takes in a value to be delivered at once, by the one who takes it in. Nil if it cannot be: then it waits.
    @inlinable
    mutating func takeToDeliver(
        _ value: Output, on thread: ThreadIdentity
    ) -> (outer: Phase, receive: @Sendable (Output) -> Subscribers.Demand)? {
        guard demand > .none, waiting.isEmpty, completion == nil, let receive = subscriber?.receiveValue,
            let outer = enter(thread, for: .supply)
        else {
            take(value)
            return nil
        }
        demand -= 1
        return (outer, receive)
    }

    /// Takes in the completion, unless there is one.
    @inlinable
    mutating func take(_ completion: Subscribers.Completion<Failure>) {
        guard subscriber != nil, self.completion == nil else { return }
        dropSurplus()
        self.completion = completion
    }

    /// Begins to deliver on the given thread. Returns the phase to go back to after it, or nil if a delivery is under way
    /// that goes on with what is there.
    @inlinable
    mutating func enter(_ thread: ThreadIdentity, for cause: Cause) -> Phase? {
        switch phase {
        case .unstarted: return nil
        case .starting(let starter) where starter != thread: return nil
        case .delivering(let deliverer) where deliverer != thread || cause == .demand: return nil
        case .starting, .idle, .delivering: break
        }
        defer { phase = .delivering(thread) }
        return phase
    }

    /// What to deliver next. Goes back to the outer phase if there is nothing.
    @inlinable
    mutating func next(outer: Phase) -> Effect {
        // The subscriber is not bound as a whole, which would copy all of its closures.
        if demand > .none, !waiting.isEmpty, let receive = subscriber?.receiveValue, let value = waiting.popFirst() {
            demand -= 1
            return .value(value, to: receive)
        }
        if completion != nil, waiting.isEmpty, let subscriber, let completion {
            defer { release() }
            return .completion(completion, to: subscriber, hooks)
        }
        phase = outer
        return .nothing(dropped: dropped.isEmpty ? [] : dropped.takeAll())
    }

    /// Lets go of everything, and returns it, to be released after the lock. Nil if all was over before.
    @inlinable
    mutating func cancel() -> OutletState? {
        guard subscriber != nil else { return nil }
        let before = self
        release()
        return before
    }

    @inlinable
    mutating func release() {
        subscriber = nil
        hooks = OutletHooks()
        waiting.removeAll()
        completion = nil
    }

    @inlinable
    mutating func dropSurplus() {
        guard surplus == .isReplaced, let wanted = demand.max else { return }
        dropped += waiting.dropSuffix(keeping: wanted)
    }
}

/// Who is told what the subscriber of an ``Outlet`` wants.
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
