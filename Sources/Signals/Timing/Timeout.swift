@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Ends when no value comes for too long.
    ///
    /// ```swift
    /// answer.timeout(.seconds(5), scheduler: DispatchQueue.main, customError: { .noAnswer })
    /// ```
    ///
    /// The time begins with the subscription, and again with each value. **Demand** passes unchanged. **Completion**:
    /// upstream's; or, when the time is over, upstream is cancelled and it finishes, or fails with the error if one is
    /// given. **Threads**: delivers on the scheduler, in order, also on a concurrent queue.
    ///
    /// - Parameters:
    ///   - interval: the time in which no value may come.
    ///   - scheduler: where to wait and to deliver.
    ///   - options: options for the scheduler, or nil for the usual ones.
    ///   - customError: makes the error to fail with, or nil to finish.
    /// - Returns: a publisher of the same values.
    @inlinable
    public func timeout<S: Scheduler>(
        _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, S> {
        Publishers.Timeout(
            upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.Timeout {
    /// A publisher that ends when no value comes for too long.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - interval: the time in which no value may come.
    ///   - scheduler: where to wait and to deliver.
    ///   - options: options for the scheduler, or nil for the usual ones.
    ///   - customError: makes the error to fail with, or nil to finish.
    public init(
        upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
        options: Context.SchedulerOptions?, customError: (@Sendable () -> Upstream.Failure)?
    ) {
        self.init(upstream, interval: interval, scheduler: scheduler, options: options, customError: customError)
    }
}
