import Dispatch
import Foundation

/// An operation queue runs each action as an operation.
extension OperationQueue: Scheduler {
    /// Options for an action; there are none. Combine's `OperationQueue.SchedulerOptions`.
    public struct SchedulerOptions: Sendable {}

    /// The present moment.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Adds the action to this queue.
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        addOperation(action)
    }

    /// Adds the action to this queue at once, as an operation that is not ready before the moment.
    ///
    /// So `cancelAllOperations()` takes it back, and `waitUntilAllOperationsAreFinished()` waits for it.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        // A cancelled operation ends, and releases its action, before the moment.
        let pending = Locked<(@Sendable () -> Void)?>(action)
        let operation = BlockOperation { pending.withLock { $0.take() }?() }
        operation.completionBlock = { pending.release { $0.take() } }
        let moment = BlockOperation {}
        operation.addDependency(moment)
        addOperation(operation)
        let timing = DispatchQueue.global()
        timing.schedule(after: timing.moment(of: date.date), tolerance: .seconds(tolerance.timeInterval), options: nil)
        {
            // On Linux an operation refers to those that depend on it without retaining them.
            withExtendedLifetime(operation) { moment.start() }
        }
    }

    /// Adds the action to this queue at a moment, and again and again after an interval.
    ///
    /// - Returns: the cancellable that ends it.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        let timing = DispatchQueue.global()
        return timing.schedule(
            after: timing.moment(of: date.date), interval: .seconds(interval.timeInterval),
            tolerance: .seconds(tolerance.timeInterval), options: nil
        ) {
            self.addOperation(action)
        }
    }
}

extension DispatchQueue {
    /// Returns a moment of the calendar in the time of queues.
    func moment(of date: Date) -> SchedulerTimeType {
        now.advanced(by: .seconds(max(0, date.timeIntervalSinceNow)))
    }
}
