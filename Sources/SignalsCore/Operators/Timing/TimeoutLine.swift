/// One subscription to ``Publishers/Timeout``: a mailbox, and the alarm.
@usableFromInline
struct TimeoutLine<Downstream: Subscriber, Context: Scheduler>: Sendable {
    @usableFromInline typealias State = TimeoutState<Downstream.Failure, Context>

    @usableFromInline
    enum Effect: Sendable {
        case wait(until: Context.SchedulerTimeType, SchedulerBox<Context>)
        case interrupt(customError: (@Sendable () -> Downstream.Failure)?, (any Subscription)?, SchedulerBox<Context>)
        case nothing
    }

    @usableFromInline let mailbox: MailboxLine<Downstream, Context, State>

    @inlinable
    init(downstream: Downstream, context: SchedulerBox<Context>, own: State) {
        mailbox = MailboxLine("Timeout", downstream: downstream, context: context, own: own)
    }

    @inlinable
    func wait(until moment: Context.SchedulerTimeType, on context: SchedulerBox<Context>) {
        context.schedule(after: moment) { fire() }
    }

    /// Runs the alarm.
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
    static func fire(_ state: inout MailboxLine<Downstream, Context, State>.State) -> Effect {
        guard state.ends.isAttached, let own = state.own, let context = state.context else { return .nothing }
        if own.deadline > own.alarm {
            state.own?.alarm = own.deadline
            return .wait(until: own.deadline, context)
        }
        state.own = nil
        return .interrupt(customError: own.customError, state.ends.complete(), context)
    }
}
