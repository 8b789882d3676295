/// One subscription to ``Publishers/Throttle``: what the scheduler's actions and the subscriber refer to.
@usableFromInline
struct ThrottleLine<Downstream: Subscriber, Context: Scheduler>: Sendable {
    @usableFromInline typealias State = ThrottleState<Downstream, Context>

    @usableFromInline let state: Locked<State>

    @inlinable
    init(downstream: Downstream, pace: ThrottlePace<Context>) {
        state = Locked(State(downstream: downstream, pace: pace))
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
            return "Throttle"
        }
    }

    @inlinable
    func start(_ subscription: any Subscription) {
        guard let downstream = state.withLock({ $0.ends.attach(subscription) }) else { return subscription.cancel() }
        downstream.receive(subscription: handle)
        schedule(state.withLock { $0.started() })
        if state.withLock({ $0.ends.isAttached }) { subscription.request(.unlimited) }
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        schedule(state.withLock { $0.request(demand) })
    }

    @inlinable
    func cancel() {
        state.withLock { $0.cancel() }.ends.subscription?.cancel()
    }

    /// Schedules the action that delivers, if there is to be one.
    @inlinable
    func schedule(_ effect: State.Effect) {
        guard case .wait(let moment, let pace) = effect else { return }
        if let moment, moment > pace.context.now {
            pace.context.schedule(after: moment) { fire() }
        } else {
            pace.context.schedule { fire() }
        }
    }

    /// Runs an action of the scheduler.
    @inlinable
    func fire() {
        var effect = state.withLock { $0.fire() }
        while true {
            switch effect {
            case .value(let value, let downstream, let pace):
                let next = pace.next
                let more = downstream.receive(value)
                effect = state.withLock { $0.delivered(more, next: next) }
            case .completion(let completion, let downstream, _, _):
                return downstream.receive(completion: completion)
            case .wait(let moment, let pace):
                if let moment, moment > pace.context.now { return schedule(effect) }
                effect = state.withLock { $0.fire() }
            case .nothing:
                return
            }
        }
    }
}
