/// A stretch of time in the units of a scheduler. Combine's `SchedulerTimeIntervalConvertible`.
public protocol SchedulerTimeIntervalConvertible {
    /// Returns a number of seconds.
    static func seconds(_ s: Int) -> Self

    /// Returns a number of seconds.
    static func seconds(_ s: Double) -> Self

    /// Returns a number of milliseconds.
    static func milliseconds(_ ms: Int) -> Self

    /// Returns a number of microseconds.
    static func microseconds(_ us: Int) -> Self

    /// Returns a number of nanoseconds.
    static func nanoseconds(_ ns: Int) -> Self
}
