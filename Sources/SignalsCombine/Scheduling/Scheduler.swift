@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Scheduler {
    /// Runs the action as soon as possible.
    ///
    /// - Parameter action: the closure to run.
    @inlinable
    public func schedule(_ action: @escaping () -> Void) {
        let action = vouched(action)
        schedule(options: nil, action)
    }

    /// Runs the action at a moment.
    ///
    /// - Parameters:
    ///   - date: the moment.
    ///   - action: the closure to run.
    @inlinable
    public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
        let action = vouched(action)
        schedule(after: date, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs the action at a moment.
    ///
    /// - Parameters:
    ///   - date: the moment.
    ///   - tolerance: the greatest delay.
    ///   - action: the closure to run.
    @inlinable
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) {
        let action = vouched(action)
        schedule(after: date, tolerance: tolerance, options: nil, action)
    }

    /// Runs the action at a moment, and again and again after an interval.
    ///
    /// - Parameters:
    ///   - date: the moment.
    ///   - interval: from one run to the next.
    ///   - action: the closure to run.
    /// - Returns: the cancellable that ends it.
    @inlinable
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let action = vouched(action)
        return schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs the action at a moment, and again and again after an interval.
    ///
    /// - Parameters:
    ///   - date: the moment.
    ///   - interval: from one run to the next.
    ///   - tolerance: the greatest delay of a run.
    ///   - action: the closure to run.
    /// - Returns: the cancellable that ends it.
    @inlinable
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        let action = vouched(action)
        return schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }
}
