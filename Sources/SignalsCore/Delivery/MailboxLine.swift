import Synchronization

/// One subscription to an operator that delivers all it receives on a scheduler, in batches: what the scheduler's
/// actions and the subscriber refer to.
///
/// `OwnState` is the operator's own state beside that, let go of with the rest.
@usableFromInline
final class MailboxLine<Downstream: Subscriber, Context: Scheduler, OwnState: Sendable>: Sendable {
    @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var ends: Ends<Downstream>
        @usableFromInline var mailbox = Mailbox<Message<Downstream.Input, Downstream.Failure>>()
        @usableFromInline var context: SchedulerBox<Context>?
        @usableFromInline var own: OwnState?

        /// True if a delivery was due while the subscriber was handed its subscription.
        @usableFromInline var hasRung = false

        /// The thread that schedules the delivery of what came during the last one, until it has.
        @usableFromInline var scheduling: ThreadIdentity?

        /// The thread on which that delivery was due at once, before the scheduler returned.
        @usableFromInline var dueAtOnce: ThreadIdentity?

        @inlinable
        init(downstream: Downstream?, context: SchedulerBox<Context>?, own: OwnState?) {
            ends = Ends(downstream: downstream)
            self.context = context
            self.own = own
        }
    }

    @usableFromInline let name: StaticString
    @usableFromInline let isCancelled = Atomic(false)
    @usableFromInline let state: Locked<State>

    @inlinable @inline(never)
    init(_ name: StaticString, downstream: Downstream, context: SchedulerBox<Context>, own: OwnState) {
        self.name = name
        state = Locked(State(downstream: downstream, context: context, own: own))
    }

    @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }

    /// The subscription that the subscriber is handed.
    @inlinable
    var handle: LineSubscription {
        LineSubscription(self) { command in
            switch command {
            case .request(let demand): self.request(demand)
            case .cancel: self.cancel()
            case .name: break
            }
            return self.name
        }
    }

    /// Hands the subscriber its subscription. False if there is one already, or the subscriber has cancelled it.
    @inlinable
    func start(_ subscription: any Subscription) -> Bool {
        guard let downstream = state.withLock({ $0.ends.attach(subscription) }) else {
            subscription.cancel()
            return false
        }
        downstream.receive(subscription: handle)
        let (context, isAttached) = state.withLock { state in
            state.ends.isDelivering = false
            return (state.hasRung ? state.context : nil, state.ends.isAttached)
        }
        if let context { scheduleDelivery(on: context) }
        return isAttached
    }

    /// Takes on a value, to be delivered on the scheduler, after those before it.
    ///
    /// - Parameter change: changes the operator's own state, in the same step.
    @inlinable
    func receive(_ value: Downstream.Input, on context: SchedulerBox<Context>, change: (inout OwnState?) -> Void) {
        let isFirst = state.withLock { state in
            guard state.ends.isAttached else { return false }
            change(&state.own)
            return state.mailbox.post(.value(value))
        }
        if isFirst { scheduleDelivery(on: context) }
    }

    /// Takes on the completion, to be delivered after all values.
    @inlinable
    func receive(_ completion: Completion, on context: SchedulerBox<Context>) {
        let (dropped, isFirst) = state.withLock { $0.complete(completion) }
        if isFirst { scheduleDelivery(on: context) }
        withExtendedLifetime(dropped) {}
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.ends.subscription }?.request(demand)
    }

    @inlinable
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        state.withLock { $0.cancel() }.ends.subscription?.cancel()
    }

    @inlinable
    func scheduleDelivery(on context: SchedulerBox<Context>) {
        context.schedule { self.deliverBatch() }
    }

    /// Delivers the messages that wait. What comes meanwhile is scheduled again; where that runs at once, here and not
    /// inside, so that a backlog does not recurse.
    @inlinable
    func deliverBatch() {
        guard state.withLock({ $0.mayDeliver() }) else { return }
        while deliverOneBatch(), let context = state.withLock({ $0.finishBatch() }) {
            scheduleDelivery(on: context)
            guard state.withLock({ $0.isDueAtOnce() }) else { return }
        }
    }

    /// Delivers one batch. Returns false, and delivers nothing, while the subscriber is handed its subscription and
    /// after the end.
    @inlinable
    func deliverOneBatch() -> Bool {
        guard let (taken, downstream) = state.withLock({ $0.takeBatch() }) else { return false }
        var batch = consume taken
        batch.open()
        while let message = batch.next(), !isCancelled.load(ordering: .acquiring) {
            switch message {
            case .value(let value):
                let more = downstream.receive(value)
                if more != .none { request(more) }
            case .completion(let completion):
                let ended = state.withLock { ($0.ends.end(), $0.context.take()) }
                downstream.receive(completion: completion)
                withExtendedLifetime(ended) {}
            }
        }
        return true
    }
}

extension MailboxLine.State {
    /// Takes on the completion. Returns upstream's subscription and the operator's own state, to be released, and true
    /// if a delivery is to be scheduled.
    @inlinable
    mutating func complete(
        _ completion: MailboxLine.Completion
    ) -> (released: (subscription: (any Subscription)?, own: OwnState?)?, isFirst: Bool) {
        guard ends.isAttached else { return (nil, false) }
        return ((ends.complete(), own.take()), mailbox.post(.completion(completion)))
    }

    @inlinable
    mutating func takeBatch() -> (Mailbox<Message<Downstream.Input, Downstream.Failure>>.Batch, Downstream)? {
        if ends.isDelivering {
            hasRung = true
            return nil
        }
        return ends.downstream.map { (mailbox.takeBatch(), $0) }
    }

    /// Returns where to schedule another delivery.
    @inlinable
    mutating func finishBatch() -> SchedulerBox<Context>? {
        guard mailbox.finishBatch(), let context else { return nil }
        scheduling = .current
        return context
    }

    /// Returns false on the thread that is scheduling this delivery: then it is due there at once.
    @inlinable
    mutating func mayDeliver() -> Bool {
        guard scheduling == .current else { return true }
        (scheduling, dueAtOnce) = (nil, .current)
        return false
    }

    /// Returns true if the delivery that this thread has scheduled is due here.
    @inlinable
    mutating func isDueAtOnce() -> Bool {
        if scheduling == .current { scheduling = nil }
        guard dueAtOnce == .current else { return false }
        dueAtOnce = nil
        return true
    }

    /// Ends without a completion. Returns all there was, to be released after the lock.
    @inlinable
    mutating func cancel() -> Self {
        var before = Self(downstream: nil, context: nil, own: nil)
        swap(&before, &self)
        return before
    }
}
