/// One subscription to ``Publishers/CollectByTime``: what the scheduler's actions and the subscriber refer to.
struct CollectByTimeLine<Downstream: Subscriber, Element: Sendable, Context: Scheduler>: Sendable
where Downstream.Input == [Element] {
    typealias State = CollectByTimeState<Downstream, Element, Context>

    private let state: Locked<State>
    private let count: Int?

    init(downstream: Downstream, context: SchedulerBox<Context>, count: Int?) {
        state = Locked(State(downstream: downstream, context: context, count: count))
        self.count = count
    }

    var combineIdentifier: CombineIdentifier { CombineIdentifier(state.storage) }

    /// The subscription that the subscriber is handed.
    var handle: LineSubscription {
        LineSubscription(state.storage) { command in
            switch command {
            case .request(let demand): request(demand)
            case .cancel: cancel()
            case .name: break
            }
            return "CollectByTime"
        }
    }

    /// Hands the subscriber its subscription.
    ///
    /// - Parameter makeTimer: starts the timer that calls `tick()`.
    func start(_ subscription: any Subscription, makeTimer: () -> any Cancellable) {
        guard let downstream = state.withLock({ $0.ends.attach(subscription) }) else { return subscription.cancel() }
        let timer = makeTimer()
        state.withLock { $0.start(timer) }?.cancel()
        downstream.receive(subscription: handle)
        schedule(on: state.withLock { $0.started() })
        if count == nil, state.withLock({ $0.ends.isAttached }) { subscription.request(.unlimited) }
    }

    func receive(_ value: Element) {
        schedule(on: state.withLock { $0.receive(value) })
    }

    func receive(_ completion: State.Completion) {
        guard let leftovers = state.withLock({ $0.receive(completion) }) else { return }
        leftovers.timer?.cancel()
        schedule(on: state.withLock { $0.schedule() })
    }

    func request(_ demand: Subscribers.Demand) {
        let (subscription, context) = state.withLock { $0.request(demand) }
        ask(subscription, for: demand)
        schedule(on: context)
    }

    func cancel() {
        let (leftovers, dropped) = state.withLock { $0.cancel() }
        leftovers.timer?.cancel()
        leftovers.subscription?.cancel()
        withExtendedLifetime(dropped) {}
    }

    /// Runs an action of the timer.
    func tick() {
        perform(state.withLock { $0.tick() })
    }

    private func schedule(on context: SchedulerBox<Context>?) {
        context?.schedule { perform(state.withLock { $0.fire() }) }
    }

    private func ask(_ subscription: (any Subscription)?, for demand: Subscribers.Demand) {
        if let count { subscription?.request(demand * count) }
    }

    private func perform(_ effect: consuming State.Effect) {
        var effect = consume effect
        while true {
            let more: Subscribers.Demand
            switch effect {
            case .array(let array, let downstream):
                more = downstream.receive(array)
                if more != .none { ask(state.withLock { $0.ends.subscription }, for: more) }
            case .completion(let completion, let downstream, _):
                return downstream.receive(completion: completion)
            case .nothing:
                return
            }
            // The array is released before it is decided what follows: a `deinit` may cancel.
            effect = .nothing
            effect = state.withLock { $0.delivered(more) }
        }
    }
}
