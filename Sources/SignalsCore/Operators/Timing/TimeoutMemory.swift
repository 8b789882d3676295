/// The state of one subscription to a ``Publishers/Timeout``.
///
/// There is one action on the scheduler at a time, the alarm: when it rings too early, it is put off.
@usableFromInline
struct TimeoutMemory<Failure: Error, Context: Scheduler>: Sendable {
    /// The moment at which it ends if no value comes.
    @usableFromInline var deadline: Context.SchedulerTimeType

    /// The moment at which the alarm rings.
    @usableFromInline var alarm: Context.SchedulerTimeType
    @usableFromInline let customError: (@Sendable () -> Failure)?

    @inlinable
    init(deadline: Context.SchedulerTimeType, customError: (@Sendable () -> Failure)?) {
        self.deadline = deadline
        alarm = deadline
        self.customError = customError
    }

    /// The time begins.
    @inlinable
    mutating func start(_ deadline: Context.SchedulerTimeType) {
        self.deadline = deadline
        alarm = deadline
    }
}

/// One subscription to ``Publishers/Timeout``.
@usableFromInline
struct TimeoutLine<Downstream: Subscriber, Context: Scheduler>: Sendable {
    @usableFromInline typealias Memory = TimeoutMemory<Downstream.Failure, Context>

    @usableFromInline
    enum Effect: Sendable {
        case wait(until: Context.SchedulerTimeType, SchedulerBox<Context>)
        case interrupt(customError: (@Sendable () -> Downstream.Failure)?, (any Subscription)?, SchedulerBox<Context>)
        case nothing
    }

    @usableFromInline let mailbox: MailboxLine<Downstream, Context, Memory>

    @inlinable
    init(downstream: Downstream, context: SchedulerBox<Context>, memory: Memory) {
        mailbox = MailboxLine("Timeout", downstream: downstream, context: context, memory: memory)
    }

    @inlinable
    func wait(until moment: Context.SchedulerTimeType, on context: SchedulerBox<Context>) {
        context.schedule(after: moment) { fire() }
    }

    /// The alarm.
    @inlinable
    func fire() {
        switch mailbox.state.withLock({ Self.fire(&$0) }) {
        case .wait(let moment, let context):
            wait(until: moment, on: context)
        case .interrupt(let customError, let subscription, let context):
            subscription?.cancel()
            let error = customError?()
            let isFirst = mailbox.state.withLock {
                $0.ends.phase == .completed && $0.mailbox.post(.completion(error.map { .failure($0) } ?? .finished))
            }
            if isFirst { mailbox.scheduleDelivery(on: context) }
        case .nothing:
            break
        }
    }

    @inlinable
    static func fire(_ state: inout MailboxLine<Downstream, Context, Memory>.State) -> Effect {
        guard state.ends.isAttached, let memory = state.memory, let context = state.context else { return .nothing }
        if memory.deadline > memory.alarm {
            state.memory?.alarm = memory.deadline
            return .wait(until: memory.deadline, context)
        }
        state.memory = nil
        return .interrupt(customError: memory.customError, state.ends.complete(), context)
    }
}
