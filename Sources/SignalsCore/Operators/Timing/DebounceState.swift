/// The state of one subscription to a ``Publishers/Debounce``. Its transitions return the effect to be performed after
/// the lock.
///
/// There is one action on the scheduler at a time, the alarm: when it rings too early, it is put off.
@usableFromInline
struct DebounceState<Downstream: Subscriber, Context: Scheduler>: Sendable {
    @usableFromInline typealias Moment = Context.SchedulerTimeType
    @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>

    @usableFromInline
    enum Effect: Sendable {
        case value(Downstream.Input, to: Downstream)
        case completion(Completion, to: Downstream, SchedulerBox<Context>?)
        case wait(until: Moment, SchedulerBox<Context>)
        case resume(SchedulerBox<Context>)

        /// Nothing, but a value that nobody asked for is to be released.
        case nothing(dropped: Downstream.Input?)
    }

    @usableFromInline var ends: Ends<Downstream>
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var pending: Downstream.Input?

    /// The moment at which the pending value is due.
    @usableFromInline var deadline: Moment?

    /// The moment at which the alarm rings, or nil if none is set.
    @usableFromInline var alarm: Moment?

    /// True if the alarm, or the completion's action, ran while the subscriber was called.
    @usableFromInline var hasRung = false
    @usableFromInline var completion: Completion?
    @usableFromInline var context: SchedulerBox<Context>?

    @inlinable
    init(downstream: Downstream?, context: SchedulerBox<Context>?) {
        ends = Ends(downstream: downstream)
        self.context = context
    }

    /// Takes on a value. Returns true if the alarm is to be set, and the value that it replaces.
    @inlinable
    mutating func receive(_ value: Downstream.Input, due: Moment) -> (setsAlarm: Bool, replaced: Downstream.Input?) {
        guard ends.isAttached else { return (false, nil) }
        deadline = due
        let replaced = pending.replace(with: value)
        if alarm != nil { return (false, replaced) }
        alarm = due
        return (true, replaced)
    }

    /// Takes on the completion, and returns what is to be released. Nil if there was an end before.
    @inlinable
    mutating func receive(_ completion: Completion) -> ((any Subscription)?, Downstream.Input?)? {
        guard ends.isAttached else { return nil }
        self.completion = completion
        return (ends.complete(), pending.take())
    }

    /// Begins an action of the scheduler.
    @inlinable
    mutating func fire() -> Effect {
        if ends.isDelivering {
            hasRung = true
            return .nothing(dropped: nil)
        }
        return next()
    }

    /// Notes that the subscriber has taken a value.
    @inlinable
    mutating func delivered(_ more: Subscribers.Demand) -> Effect {
        demand += more
        ends.isDelivering = false
        if completion == nil, !hasRung { return .nothing(dropped: nil) }
        hasRung = false
        return next()
    }

    /// Notes that the subscriber has its subscription. What came meanwhile goes on where it belongs, on the scheduler.
    @inlinable
    mutating func started() -> Effect {
        ends.isDelivering = false
        guard hasRung, let context else { return .nothing(dropped: nil) }
        hasRung = false
        return .resume(context)
    }

    @inlinable
    mutating func next() -> Effect {
        if let completion {
            self.completion = nil
            guard let downstream = ends.end() else { return .nothing(dropped: nil) }
            return .completion(completion, to: downstream, context.take())
        }
        guard let deadline, let rung = alarm else { return .nothing(dropped: nil) }
        if deadline > rung, let context {
            alarm = deadline
            return .wait(until: deadline, context)
        }
        alarm = nil
        guard demand > .none, let value = pending.take(), let downstream = ends.downstream else {
            return .nothing(dropped: pending.take())
        }
        demand -= 1
        ends.isDelivering = true
        return .value(value, to: downstream)
    }

    /// Ends without a completion. Returns all there was, to be released after the lock.
    @inlinable
    mutating func cancel() -> DebounceState {
        var before = DebounceState(downstream: nil, context: nil)
        swap(&before, &self)
        return before
    }
}
