/// One subscription to ``Publishers/Delay``: what the scheduler's actions and the subscriber refer to.
@usableFromInline
struct DelayLine<Downstream: Subscriber>: ScheduledLine {
    @usableFromInline typealias State = DelayState<Downstream>

    @usableFromInline static var name: String { "Delay" }

    @usableFromInline let state: Locked<State>

    @inlinable
    init(downstream: Downstream) {
        state = Locked(State(downstream: downstream))
    }

    @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(state.storage) }

    /// Hands the subscriber its subscription. Returns how many actions ran meanwhile, which are to run again.
    @inlinable
    func start(_ subscription: any Subscription) -> Int {
        guard let downstream = state.withLock({ $0.ends.attach(subscription) }) else {
            subscription.cancel()
            return 0
        }
        downstream.receive(subscription: self)
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

    /// An action of the scheduler.
    @inlinable
    func ring() {
        var effect = state.withLock { $0.ring() }
        while true {
            switch effect {
            case .value(let value, let downstream):
                let more = downstream.receive(value)
                if more != .none { request(more) }
                effect = state.withLock { $0.delivered() }
            case .completion(let completion, let downstream):
                return downstream.receive(completion: completion)
            case .nothing:
                return
            }
        }
    }
}
