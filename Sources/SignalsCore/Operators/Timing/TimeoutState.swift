/// The state of one subscription to a ``Publishers/Timeout``.
///
/// There is one action on the scheduler at a time, the alarm: when it rings too early, it is put off.
@usableFromInline
struct TimeoutState<Failure: Error, Context: Scheduler>: Sendable {
    /// The moment at which it ends if no value comes.
    @usableFromInline var deadline: Context.SchedulerTimeType

    /// The moment at which the alarm rings.
    @usableFromInline var alarm: Context.SchedulerTimeType
    @usableFromInline let customError: (@Sendable () -> Failure)?

    @inlinable
    init(deadline: Context.SchedulerTimeType, customError: (@Sendable () -> Failure)?) {
        self.deadline = deadline
        alarm = deadline
        self.customError = customError
    }

    /// Begins the time.
    @inlinable
    mutating func start(_ deadline: Context.SchedulerTimeType) {
        self.deadline = deadline
        alarm = deadline
    }
}
