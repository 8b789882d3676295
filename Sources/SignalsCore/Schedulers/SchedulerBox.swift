/// A scheduler on its way into code that runs on other threads.
///
/// `RunLoop` and its like declare that they never are `Sendable`, and so ``Scheduler`` cannot require it.
///
/// To be called from any thread, to run an action on another, is what a scheduler is for: `DispatchQueue`,
/// `OperationQueue` and `RunLoop` document it of the calls used here.
@usableFromInline
package struct SchedulerBox<Context: Scheduler>: Sendable {
    /// A class, so that a box is one reference.
    @usableFromInline
    final class Contents {
        @usableFromInline let scheduler: Context
        @usableFromInline let options: Context.SchedulerOptions?

        @inlinable
        init(_ scheduler: Context, _ options: Context.SchedulerOptions?) {
            self.scheduler = scheduler
            self.options = options
        }
    }

    @usableFromInline let contents: Vouched<Contents>

    @inlinable
    package init(_ scheduler: Context, options: Context.SchedulerOptions?) {
        // SAFETY: only the methods of `Scheduler` are called, which may be called from any thread, as said above.
        contents = Vouched(Contents(scheduler, options))
    }

    @inlinable package var scheduler: Context { contents.value.scheduler }
    @inlinable package var options: Context.SchedulerOptions? { contents.value.options }

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
