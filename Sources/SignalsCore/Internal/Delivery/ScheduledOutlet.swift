/// An outlet that delivers on a scheduler, in order, however many threads the scheduler has.
///
/// What waits for the scheduler holds the outlet, which lets go of its subscriber at the end: so an action that is due
/// much later keeps nobody alive.
struct ScheduledOutlet<Output: Sendable, Failure: Error, Context: Scheduler>: Sendable {
    private let outlet: Outlet<Output, Failure>
    private let mailbox = Mailbox<Message<Output, Failure>>()
    private let context: SchedulerBox<Context>

    init<S: Subscriber>(
        _ name: StaticString, to subscriber: S, surplus: Outlet<Output, Failure>.Surplus, context: SchedulerBox<Context>
    ) where S.Input == Output, S.Failure == Failure {
        outlet = Outlet(to: AnySubscriber(subscriber), surplus: surplus, name: name)
        self.context = context
    }

    func start(
        onRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil, onCancel: @escaping @Sendable () -> Void
    ) {
        outlet.start(onRequest: onRequest) { [mailbox] in
            mailbox.discard()
            onCancel()
        }
    }

    /// Puts the message in line, to be delivered when its turn comes on the scheduler.
    func send(_ message: Message<Output, Failure>) {
        if post(message) { scheduleDelivery() }
    }

    /// Puts the message in line, which fixes its place. True if the caller is to call `scheduleDelivery()`.
    func post(_ message: Message<Output, Failure>) -> Bool {
        mailbox.post(message)
    }

    /// Takes in a message, to be delivered by `deliver()` on the scheduler's thread, where the caller is already.
    func take(_ message: Message<Output, Failure>) {
        outlet.take(message)
    }

    func deliver() {
        outlet.deliver()
    }

    func scheduleDelivery() {
        context.schedule { deliverBatch() }
    }

    private func deliverBatch() {
        for message in mailbox.takeBatch() {
            take(message)
            deliver()
        }
        if mailbox.finishBatch() { scheduleDelivery() }
    }
}
