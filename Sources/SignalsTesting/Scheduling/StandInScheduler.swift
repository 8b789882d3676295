import SignalsCore

/// A test scheduler in the time of another scheduler, for code that takes that one.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let model = SearchModel(scheduler: scheduler.standIn(for: DispatchQueue.main))
/// scheduler.advance(by: .seconds(1))
/// ```
///
/// It begins at the other scheduler's moment; from then on only the test scheduler lets time pass.
public struct StandInScheduler<Original: Scheduler>: Scheduler, Sendable {
    /// The time of the other scheduler.
    public typealias SchedulerTimeType = Original.SchedulerTimeType

    /// The options of the other scheduler, which are not used.
    public typealias SchedulerOptions = Original.SchedulerOptions

    private let scheduler: TestScheduler
    private let start: SchedulerTimeType
    private let beginning: VirtualTime

    init(_ scheduler: TestScheduler, start: SchedulerTimeType) {
        self.scheduler = scheduler
        self.start = start
        beginning = scheduler.now
    }

    /// The present moment of virtual time, in the time of the other scheduler.
    public var now: SchedulerTimeType {
        start.advanced(by: .nanoseconds(beginning.distance(to: scheduler.now).magnitude))
    }

    /// Zero.
    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// Runs the action with the test scheduler's next advance.
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        scheduler.schedule(options: nil, action)
    }

    /// Runs the action when virtual time has come to the moment.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        scheduler.schedule(after: virtual(date), tolerance: 0, options: nil, action)
    }

    /// Runs the action when virtual time has come to the moment, and again and again after an interval.
    ///
    /// - Returns: the cancellable that ends it, also from inside the action.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        let interval = Self.leastNanoseconds { .nanoseconds($0) >= interval }
        return scheduler.schedule(
            after: virtual(date), interval: .nanoseconds(interval), tolerance: 0, options: nil, action)
    }

    /// Returns the moment of virtual time that corresponds to a moment of the other scheduler.
    private func virtual(_ date: SchedulerTimeType) -> VirtualTime {
        let nanoseconds = Self.leastNanoseconds { start.advanced(by: .nanoseconds($0)) >= date }
        return beginning.advanced(by: .nanoseconds(nanoseconds))
    }

    /// Returns the least number of nanoseconds, none at the least, for which the condition holds. A stretch does not
    /// report its number of nanoseconds, so they are found by trial.
    private static func leastNanoseconds(_ isEnough: (Int) -> Bool) -> Int {
        var (low, high) = (0, Int.max)
        while low < high {
            let middle = low + (high - low) / 2
            if isEnough(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension TestScheduler {
    /// Returns this scheduler in the time of another, for code that takes that one.
    ///
    /// - Parameter original: the scheduler whose time it takes on, beginning with its present moment.
    /// - Returns: a scheduler on which time passes as on this one.
    public func standIn<Original: Scheduler>(for original: Original) -> StandInScheduler<Original> {
        StandInScheduler(self, start: original.now)
    }
}
