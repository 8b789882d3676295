import Signals
import SignalsTesting

/// A scheduler that runs at once what has no date, and never what has one: under it, timed operators are as quick as the
/// lifecycle battery expects, and their time never comes.
package struct PromptScheduler: Scheduler, Sendable {
    package typealias SchedulerOptions = Never

    package init() {}

    package var now: VirtualTime { VirtualTime() }

    package var minimumTolerance: VirtualTime.Stride { .nanoseconds(0) }

    package func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        action()
    }

    package func schedule(
        after date: VirtualTime, tolerance: VirtualTime.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {}

    package func schedule(
        after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        Subscriptions.empty
    }
}
