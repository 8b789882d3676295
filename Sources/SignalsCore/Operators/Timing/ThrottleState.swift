/// The state of one subscription to a ``Publishers/Throttle``. Its transitions return the effect to be performed after
/// the lock.
///
/// While a value waits there is one action on the scheduler that delivers it, unless nobody has asked for the value or the
/// subscriber is being called: then that one sees to it.
@usableFromInline
struct ThrottleState<Downstream: Subscriber, Context: Scheduler>: Sendable {
    @usableFromInline typealias Moment = Context.SchedulerTimeType
    @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>

    @usableFromInline
    enum Effect: Sendable {
        case value(Downstream.Input, to: Downstream, ThrottlePace<Context>)
        case completion(Completion, to: Downstream, dropped: Downstream.Input?, ThrottlePace<Context>?)
        case wait(until: Moment?, ThrottlePace<Context>)
        case nothing
    }

    @usableFromInline var ends: Ends<Downstream>
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var pending: Downstream.Input?

    /// True while the pending value waits for demand, and not for its time.
    @usableFromInline var isOverdue = false

    /// The end of the stretch that the last delivered value began.
    @usableFromInline var nextDelivery: Moment?
    @usableFromInline var completion: Completion?
    @usableFromInline var pace: ThrottlePace<Context>?

    @inlinable
    init(downstream: Downstream?, pace: ThrottlePace<Context>?) {
        ends = Ends(downstream: downstream)
        self.pace = pace
    }

    /// Takes on a value. Returns when it is to be delivered if an action is needed for that, and a value it replaces.
    @inlinable
    mutating func receive(_ value: Downstream.Input) -> (Effect, replaced: Downstream.Input?) {
        guard ends.isAttached, let pace else { return (.nothing, nil) }
        if pending != nil {
            return (.nothing, pace.latest || isOverdue ? pending.replace(with: value) : nil)
        }
        pending = value
        return (ends.isDelivering ? .nothing : wait(), nil)
    }

    /// Takes on the completion. Returns upstream's subscription, to be released, or nil if there was an end before.
    @inlinable
    mutating func receive(_ completion: Completion) -> (any Subscription)? {
        guard ends.isAttached else { return nil }
        self.completion = completion
        return ends.complete()
    }

    /// Adds to the demand. Returns what is to be done if a value waits for it.
    @inlinable
    mutating func request(_ more: Subscribers.Demand) -> Effect {
        demand += more
        guard isOverdue, demand > .none, !ends.isDelivering else { return .nothing }
        isOverdue = false
        return wait()
    }

    /// Begins an action of the scheduler.
    @inlinable
    mutating func fire() -> Effect {
        guard !ends.isDelivering, ends.downstream != nil else { return .nothing }
        if demand > .none, let value = pending.take(), let downstream = ends.downstream, let pace {
            demand -= 1
            ends.isDelivering = true
            return .value(value, to: downstream, pace)
        }
        if completion != nil, let downstream = ends.end(), let completion = completion.take() {
            return .completion(completion, to: downstream, dropped: pending.take(), pace.take())
        }
        isOverdue = pending != nil
        return .nothing
    }

    /// Notes that the subscriber has taken a value; the next one may be delivered at the moment.
    @inlinable
    mutating func delivered(_ more: Subscribers.Demand, next: Moment) -> Effect {
        nextDelivery = next
        demand += more
        return started()
    }

    /// Notes that the subscriber is not called any more. What came meanwhile goes on.
    @inlinable
    mutating func started() -> Effect {
        ends.isDelivering = false
        return pending == nil && completion == nil ? .nothing : wait()
    }

    @inlinable
    func wait() -> Effect {
        guard let pace else { return .nothing }
        return .wait(until: completion == nil ? nextDelivery : nil, pace)
    }

    /// Ends without a completion. Returns all there was, to be released after the lock.
    @inlinable
    mutating func cancel() -> ThrottleState {
        var before = ThrottleState(downstream: nil, pace: nil)
        swap(&before, &self)
        return before
    }
}

/// The interval of a ``Publishers/Throttle``, and the scheduler whose time counts.
@usableFromInline
struct ThrottlePace<Context: Scheduler>: Sendable {
    @usableFromInline let interval: Context.SchedulerTimeType.Stride
    @usableFromInline let latest: Bool
    @usableFromInline let context: SchedulerBox<Context>

    @inlinable
    init(interval: Context.SchedulerTimeType.Stride, latest: Bool, context: SchedulerBox<Context>) {
        self.interval = interval
        self.latest = latest
        self.context = context
    }

    /// The end of a stretch that begins now.
    @inlinable var next: Context.SchedulerTimeType { context.now.advanced(by: interval) }
}
