/// Carries a scheduler into code that runs on other threads.
///
/// `RunLoop` and its like declare that they never are `Sendable`, and so ``Scheduler`` cannot require it.
///
/// To be called from any thread, to run an action on another, is what a scheduler is for: `DispatchQueue`,
/// `OperationQueue` and `RunLoop` document it of the calls used here.
// SAFETY: only the methods of `Scheduler` are called through it, which may be called from any thread, as said above.
@usableFromInline
package final class SchedulerBox<Context: Scheduler>: @unchecked Sendable {
    @usableFromInline package let scheduler: Context
    @usableFromInline package let options: Context.SchedulerOptions?

    @inlinable
    package init(_ scheduler: Context, options: Context.SchedulerOptions?) {
        self.scheduler = scheduler
        self.options = options
    }

    @inlinable
    package func schedule(_ action: @escaping @Sendable () -> Void) {
        scheduler.schedule(options: options, action)
    }

    @inlinable package var now: Context.SchedulerTimeType { scheduler.now }

    /// Runs the action at a moment.
    @inlinable
    package func schedule(after date: Context.SchedulerTimeType, _ action: @escaping @Sendable () -> Void) {
        scheduler.schedule(after: date, tolerance: scheduler.minimumTolerance, options: options, action)
    }
}
