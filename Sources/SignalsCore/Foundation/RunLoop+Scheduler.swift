import Foundation

/// A run loop runs actions in its default mode, on its thread, while that thread runs the loop.
extension RunLoop: Scheduler {
    /// Options for an action; there are none. Combine's `RunLoop.SchedulerOptions`.
    public struct SchedulerOptions: Sendable {}

    /// The present moment.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs the action on this run loop. May be called from any thread.
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        perform(action)
        wakeUp()
    }

    /// Runs the action on this run loop at a moment. May be called from any thread.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        let timer = Timer(fire: date.date, interval: 0, repeats: false) { _ in action() }
        timer.tolerance = tolerance.timeInterval
        add(timer, forMode: .default)
    }

    /// Runs the action on this run loop at a moment, and again and again after an interval. May be called from any
    /// thread.
    ///
    /// - Returns: what ends it.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        `repeat`(
            after: date.date, every: interval.timeInterval, tolerance: tolerance.timeInterval, in: .default, action)
    }

    /// Runs the action again and again in a mode, until it is cancelled.
    ///
    /// A timer may be invalidated on its own thread alone, so it does that itself when it fires next; the action is let
    /// go of at once.
    func `repeat`(
        after date: Date, every interval: TimeInterval, tolerance: TimeInterval, in mode: RunLoop.Mode,
        _ action: @escaping @Sendable () -> Void
    ) -> AnyCancellable {
        let action = Locked(Optional(action))
        let timer = Timer(fire: date, interval: interval, repeats: true) { timer in
            if let action = action.withLock({ $0 }) { action() } else { timer.invalidate() }
        }
        timer.tolerance = tolerance
        add(timer, forMode: mode)
        return AnyCancellable(CancelAction { _ = action.withLock { $0.take() } })
    }

    /// A block does not wake a run loop that waits, a timer does.
    private func wakeUp() {
        add(Timer(fire: Date(), interval: 0, repeats: false) { _ in }, forMode: .default)
    }
}
