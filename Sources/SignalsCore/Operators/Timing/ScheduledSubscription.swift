/// A subscription whose requests and cancellation run on a scheduler.
struct ScheduledSubscription<Context: Scheduler>: Subscription {
    private let subscription: any Subscription
    private let context: SchedulerBox<Context>

    init(_ subscription: any Subscription, context: SchedulerBox<Context>) {
        self.subscription = subscription
        self.context = context
    }

    var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }

    func request(_ demand: Subscribers.Demand) {
        context.schedule { [subscription] in subscription.request(demand) }
    }

    func cancel() {
        context.schedule { [subscription] in subscription.cancel() }
    }
}
