/// One subscription to ``Publishers/Debounce``: what the scheduler's actions and the subscriber refer to.
@usableFromInline
struct DebounceLine<Downstream: Subscriber, Context: Scheduler>: Sendable {
    @usableFromInline typealias State = DebounceState<Downstream, Context>

    @usableFromInline let state: Locked<State>

    @inlinable
    init(downstream: Downstream, context: SchedulerBox<Context>) {
        state = Locked(State(downstream: downstream, context: context))
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
            return "Debounce"
        }
    }

    @inlinable
    func start(_ subscription: any Subscription) {
        guard let downstream = state.withLock({ $0.ends.attach(subscription) }) else { return subscription.cancel() }
        downstream.receive(subscription: handle)
        perform(state.withLock { $0.started() })
        if state.withLock({ $0.ends.isAttached }) { subscription.request(.unlimited) }
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.demand += demand }
    }

    @inlinable
    func cancel() {
        state.withLock { $0.cancel() }.ends.subscription?.cancel()
    }

    /// Runs an action of the scheduler.
    @inlinable
    func fire() {
        perform(state.withLock { $0.fire() })
    }

    @inlinable
    func perform(_ effect: consuming State.Effect) {
        var effect = consume effect
        while true {
            let more: Subscribers.Demand?
            switch effect {
            case .value(let value, let downstream):
                more = downstream.receive(value)
            case .completion(let completion, let downstream, _):
                return downstream.receive(completion: completion)
            case .wait(let moment, let context):
                if moment > context.now { return context.schedule(after: moment) { fire() } }
                more = nil
            case .resume(let context):
                return context.schedule { fire() }
            case .nothing:
                return
            }
            // The value is released before it is decided what follows: its `deinit` may cancel.
            effect = .nothing(dropped: nil)
            effect = state.withLock { state in more.map { state.delivered($0) } ?? state.fire() }
        }
    }
}
