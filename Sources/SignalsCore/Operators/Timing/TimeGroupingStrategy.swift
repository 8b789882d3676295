extension Publishers {
    /// The strategy by which ``Publisher/collect(_:options:)`` delivers the values it gathers. Combine's
    /// `Publishers.TimeGroupingStrategy`.
    public enum TimeGroupingStrategy<Context: Scheduler> {
        /// Again and again after a stretch of time, in the time of a scheduler.
        case byTime(Context, Context.SchedulerTimeType.Stride)

        /// Again and again after a stretch of time, and whenever there are as many as the number says.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }
}

extension Publishers.TimeGroupingStrategy: Sendable where Context: Sendable {}
