import SignalsCore

/// A type-erased scheduler with a given time type, so that code that takes one need not be generic.
///
/// ```swift
/// final class SearchModel: ObservableObject {
///     init(scheduler: AnySchedulerOf<DispatchQueue>) {
///         $query.debounce(for: .seconds(0.3), scheduler: scheduler).map(search).assign(to: &$results)
///     }
/// }
/// SearchModel(scheduler: DispatchQueue.main.eraseToAnyScheduler())
/// SearchModel(scheduler: testScheduler.standIn(for: DispatchQueue.main).eraseToAnyScheduler())  // in a test
/// ```
///
/// Options are given when a scheduler is erased; there are none afterwards. It is `Sendable`, as everything that operators
/// hold a scheduler in: the methods of a scheduler may be called from any thread. The name is combine-schedulers'.
public struct AnyScheduler<SchedulerTimeType: Strideable & Sendable>: Scheduler, Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible & Sendable {
    /// There are no options.
    public typealias SchedulerOptions = Never

    /// An action on a scheduler.
    private typealias Action = @Sendable () -> Void
    private typealias Stride = SchedulerTimeType.Stride

    private let getNow: @Sendable () -> SchedulerTimeType
    private let getTolerance: @Sendable () -> Stride
    private let run: @Sendable (@escaping Action) -> Void
    private let runLater: @Sendable (SchedulerTimeType, Stride, @escaping Action) -> Void
    private let `repeat`: @Sendable (SchedulerTimeType, Stride, Stride, @escaping Action) -> any Cancellable

    /// Erases the type of a scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: the scheduler.
    ///   - options: options for all its actions, or nil for the usual ones.
    public init<S: Scheduler>(_ scheduler: S, options: S.SchedulerOptions? = nil)
    where S.SchedulerTimeType == SchedulerTimeType {
        let box = SchedulerBox(scheduler, options: options)
        getNow = { box.now }
        getTolerance = { box.scheduler.minimumTolerance }
        run = { box.schedule($0) }
        runLater = { box.scheduler.schedule(after: $0, tolerance: $1, options: box.options, $2) }
        `repeat` = { box.scheduler.schedule(after: $0, interval: $1, tolerance: $2, options: box.options, $3) }
    }

    /// The present moment.
    public var now: SchedulerTimeType { getNow() }

    /// The least tolerance that the scheduler keeps.
    public var minimumTolerance: SchedulerTimeType.Stride { getTolerance() }

    /// Runs the action as soon as possible.
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        run(action)
    }

    /// Runs the action at a moment.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        runLater(date, tolerance, action)
    }

    /// Runs the action at a moment, and again and again after an interval.
    ///
    /// - Returns: the cancellable that ends it.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        `repeat`(date, interval, tolerance, action)
    }
}

/// Any scheduler with the time of another.
public typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<S.SchedulerTimeType>

extension Scheduler {
    /// Erases the type of this scheduler, so that code that takes one need not be generic.
    ///
    /// - Parameter options: options for all its actions, or nil for the usual ones.
    /// - Returns: the type-erased scheduler.
    public func eraseToAnyScheduler(options: SchedulerOptions? = nil) -> AnyScheduler<SchedulerTimeType> {
        AnyScheduler(self, options: options)
    }
}
