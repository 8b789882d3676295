/// One subscription to ``Publishers/Delay``: what the scheduler's actions and the subscriber refer to.
@usableFromInline
struct DelayLine<Downstream: Subscriber>: Sendable {
    @usableFromInline typealias State = DelayState<Downstream>

    @usableFromInline let state: Locked<State>

    @inlinable
    init(downstream: Downstream) {
        state = Locked(State(downstream: downstream))
    }

    @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(state.storage) }

    /// The subscription that the subscriber is handed.
    @inlinable
    var handle: LineSubscription {
        LineSubscription(state.storage) { command in
            switch command {
            case .request(let demand): request(demand)
            case .cancel: cancel()
            case .name: break
            }
            return "Delay"
        }
    }

    /// Hands the subscriber its subscription. Returns how many actions ran meanwhile, which are to run again.
    @inlinable
    func start(_ subscription: any Subscription) -> Int {
        guard let downstream = state.withLock({ $0.ends.attach(subscription) }) else {
            subscription.cancel()
            return 0
        }
        downstream.receive(subscription: handle)
        return state.withLock { $0.started() }
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.ends.subscription }?.request(demand)
    }

    @inlinable
    func cancel() {
        state.withLock { $0.cancel() }.ends.subscription?.cancel()
    }

    /// Runs an action of the scheduler.
    @inlinable
    func fire() {
        var value: Downstream.Input?
        var downstream: Downstream?
        var step = state.withLock { $0.fire(&value, &downstream) }
        while step == .value, let taken = value.take(), let receiver = downstream {
            let more = receiver.receive(taken)
            if more != .none { request(more) }
            step = state.withLock { $0.delivered(&value, &downstream) }
        }
        if step == .completion { complete() }
    }

    // Out of line, with the metadata that it needs.
    @inlinable @inline(never)
    func complete() {
        if let (completion, downstream) = state.withLock({ $0.end() }) { downstream.receive(completion: completion) }
    }
}
