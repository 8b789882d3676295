/// The context that runs actions, and the time at which to run them. Combine's `Scheduler`.
///
/// `DispatchQueue` and ``ImmediateScheduler`` are schedulers. A scheduler need not be `Sendable`; operators hold it in a
/// box of their own and use nothing of it but these methods.
public protocol Scheduler<SchedulerTimeType>: SendableMetatype {
    /// A moment in the scheduler's time.
    associatedtype SchedulerTimeType: Strideable, Sendable
    where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible & Sendable

    /// The options that the scheduler takes for an action.
    associatedtype SchedulerOptions: Sendable

    /// The present moment.
    var now: SchedulerTimeType { get }

    /// The least tolerance that the scheduler keeps.
    var minimumTolerance: SchedulerTimeType.Stride { get }

    /// Runs the action as soon as possible.
    ///
    /// - Parameters:
    ///   - options: options, or nil for the usual ones.
    ///   - action: the closure to run.
    func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void)

    /// Runs the action at a moment.
    ///
    /// - Parameters:
    ///   - date: the moment.
    ///   - tolerance: the greatest delay.
    ///   - options: options, or nil for the usual ones.
    ///   - action: the closure to run.
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void)

    /// Runs the action at a moment, and again and again after an interval.
    ///
    /// - Parameters:
    ///   - date: the moment.
    ///   - interval: from one run to the next.
    ///   - tolerance: the greatest delay of a run.
    ///   - options: options, or nil for the usual ones.
    ///   - action: the closure to run.
    /// - Returns: the cancellable that ends it.
    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable
}
