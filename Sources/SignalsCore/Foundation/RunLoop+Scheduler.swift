import Dispatch
import Foundation

/// A run loop runs actions in its default mode, on its thread, while that thread runs the loop.
///
/// Nobody runs the main run loop in a program with an asynchronous `main`, or one that calls `dispatchMain()`, except on
/// Apple's systems. There, what is scheduled on `RunLoop.main` runs on the main dispatch queue, where the main actor is.
extension RunLoop: Scheduler {
    /// Options for an action; there are none. Combine's `RunLoop.SchedulerOptions`.
    public struct SchedulerOptions: Sendable {}

    /// The present moment.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs the action on this run loop. May be called from any thread.
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        run(in: .default, action)
    }

    /// Runs the action on this run loop at a moment. May be called from any thread.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        let timing = DispatchQueue.global()
        // SAFETY: it is only given blocks, which any thread may do.
        let target = Vouched(self)
        timing.schedule(
            after: timing.moment(of: date.date), tolerance: .seconds(tolerance.timeInterval), options: nil
        ) {
            target.value.run(in: .default, action)
        }
    }

    /// Runs the action on this run loop at a moment, and again and again after an interval. May be called from any
    /// thread.
    ///
    /// - Returns: the cancellable that ends it.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        `repeat`(
            after: date.date, every: interval.timeInterval, tolerance: tolerance.timeInterval, in: .default, action)
    }

    /// Runs the action again and again in a mode, until it is cancelled. A run that is due while the one before still
    /// waits for the run loop is left out.
    ///
    /// The time is Dispatch's, since a timer of the run loop can be taken from it on its own thread alone: one that is
    /// cancelled would stay until it fires.
    func `repeat`(
        after date: Date, every interval: TimeInterval, tolerance: TimeInterval, in mode: RunLoop.Mode,
        _ action: @escaping @Sendable () -> Void
    ) -> AnyCancellable {
        let runs = RepeatedRun(action)
        // SAFETY: it is only given blocks, which any thread may do.
        let target = Vouched(self)
        let timing = DispatchQueue.global()
        let timer = timing.schedule(
            after: timing.moment(of: date), interval: .seconds(interval), tolerance: .seconds(tolerance), options: nil
        ) {
            if runs.request() { target.value.run(in: mode) { runs.run() } }
        }
        return AnyCancellable(
            CancelAction {
                timer.cancel()
                runs.end()
            })
    }

    /// Runs the action on this run loop in a mode.
    private func run(in mode: RunLoop.Mode, _ action: @escaping @Sendable () -> Void) {
        #if !canImport(Darwin)
            if self === RunLoop.main, mode == .default || mode == .common {
                return MainRunLoopActions.shared.run(action)
            }
        #endif
        performAndWakeUp(in: mode, action)
    }

    /// Runs the action on this run loop in a mode, and not on the main queue instead.
    ///
    /// A block does not wake a run loop that waits, a timer does. One that does not run needs no waking: it begins with its
    /// blocks. And nothing piles up in one that never runs again.
    func performAndWakeUp(in mode: RunLoop.Mode, _ action: @escaping @Sendable () -> Void) {
        perform(inModes: [mode], block: action)
        if currentMode != nil { add(Timer(fire: Date(), interval: 0, repeats: false) { _ in }, forMode: mode) }
    }
}
