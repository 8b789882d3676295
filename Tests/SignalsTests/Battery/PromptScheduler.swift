import Signals
import SignalsTesting

/// A scheduler that runs at once what has no date, and never what has one: under it, timed operators are as quick as the
/// lifecycle battery expects, and their time never comes.
struct PromptScheduler: Scheduler, Sendable {
    typealias SchedulerOptions = Never

    var now: VirtualTime { VirtualTime() }

    var minimumTolerance: VirtualTime.Stride { .nanoseconds(0) }

    func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        action()
    }

    func schedule(
        after date: VirtualTime, tolerance: VirtualTime.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {}

    func schedule(
        after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        Subscriptions.empty
    }
}
