/// The state of one subscription to a ``Publishers/CollectByTime``. Its transitions return the effect to be performed
/// after the lock.
struct CollectByTimeState<Downstream: Subscriber, Element: Sendable, Context: Scheduler>: Sendable
where Downstream.Input == [Element] {
    typealias Completion = Subscribers.Completion<Downstream.Failure>

    enum Effect: Sendable {
        case array([Element], to: Downstream)
        case completion(Completion, to: Downstream, SchedulerBox<Context>?)
        case nothing
    }

    /// The references that upstream's end, or a cancel, releases.
    struct Leftovers: Sendable {
        var subscription: (any Subscription)?
        var timer: (any Cancellable)?
        var dropped: [Element] = []
    }

    var ends: Ends<Downstream>
    private var demand = Subscribers.Demand.none
    private var gathered: [Element] = []

    /// Arrays that wait for the scheduler, or for demand.
    private var ready = Queue<[Element]>()
    private var timer: (any Cancellable)?
    private var isScheduled = false
    private var completion: Completion?
    private var context: SchedulerBox<Context>?
    private let count: Int?

    init(downstream: Downstream?, context: SchedulerBox<Context>?, count: Int?) {
        ends = Ends(downstream: downstream)
        self.context = context
        self.count = count
    }

    /// Takes on the timer. Returns it if it is not needed any more.
    mutating func start(_ timer: any Cancellable) -> (any Cancellable)? {
        guard ends.isAttached else { return timer }
        self.timer = timer
        return nil
    }

    /// Takes on a value. Returns where to schedule a delivery, if it fills an array.
    mutating func receive(_ value: Element) -> SchedulerBox<Context>? {
        guard ends.isAttached else { return nil }
        gathered.append(value)
        if gathered.count != count { return nil }
        ready.append(gathered.takeAll())
        return schedule()
    }

    /// Takes on the completion, after what is left if upstream has finished. Nil if there was an end before.
    mutating func receive(_ completion: Completion) -> Leftovers? {
        guard ends.isAttached else { return nil }
        self.completion = completion
        let rest = gathered.takeAll()
        let isDelivered = if case .finished = completion { !rest.isEmpty } else { false }
        if isDelivered { ready.append(rest) }
        return Leftovers(subscription: ends.complete(), timer: timer.take(), dropped: isDelivered ? [] : rest)
    }

    /// Notes that the stretch of time is over, on the scheduler.
    mutating func tick() -> Effect {
        if ends.isAttached, !gathered.isEmpty { ready.append(gathered.takeAll()) }
        return next()
    }

    /// Begins an action of the scheduler.
    mutating func fire() -> Effect {
        isScheduled = false
        return next()
    }

    /// Adds to the demand. Returns what to ask upstream for, and where to schedule a delivery.
    mutating func request(_ more: Subscribers.Demand) -> ((any Subscription)?, SchedulerBox<Context>?) {
        demand += more
        return (ends.subscription, ready.isEmpty ? nil : schedule())
    }

    /// Notes that the subscriber has taken an array.
    mutating func delivered(_ more: Subscribers.Demand) -> Effect {
        demand += more
        ends.isDelivering = false
        return next()
    }

    /// Notes that the subscriber has its subscription. Returns where to schedule a delivery of what came meanwhile.
    mutating func started() -> SchedulerBox<Context>? {
        ends.isDelivering = false
        return ready.isEmpty && completion == nil ? nil : schedule()
    }

    /// Returns the scheduler on which to schedule a delivery, nil if one is scheduled.
    mutating func schedule() -> SchedulerBox<Context>? {
        if isScheduled { return nil }
        isScheduled = true
        return context
    }

    private mutating func next() -> Effect {
        guard !ends.isDelivering, let downstream = ends.downstream else { return .nothing }
        if demand > .none, let array = ready.popFirst() {
            demand -= 1
            ends.isDelivering = true
            return .array(array, to: downstream)
        }
        guard ready.isEmpty, let completion else { return .nothing }
        _ = ends.end()
        return .completion(completion, to: downstream, context.take())
    }

    /// Ends without a completion. Returns all there was, to be released after the lock.
    mutating func cancel() -> (Leftovers, CollectByTimeState) {
        var before = CollectByTimeState(downstream: nil, context: nil, count: count)
        swap(&before, &self)
        return (Leftovers(subscription: before.ends.subscription, timer: before.timer), before)
    }
}
