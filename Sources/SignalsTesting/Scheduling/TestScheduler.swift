import SignalsCore

/// A scheduler whose time passes only when a test says so.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let typing = PassthroughSubject<String, Never>()
/// let searching = typing.debounce(for: .seconds(1), scheduler: scheduler).sink { print($0) }
/// typing.send("tea")
/// scheduler.advance(by: .seconds(1))  // prints tea
/// ```
///
/// Nothing runs by itself: an action without a date is due at once, and runs with the next ``advance(by:)``. Actions run
/// in the order of their dates, those of one date in the order in which they were scheduled, on the thread that
/// advances. It may be used from any thread, and from inside an action.
public final class TestScheduler: Scheduler, Sendable {
    /// There are no options.
    public typealias SchedulerOptions = Never

    private let state = Locked(TestSchedulerState())

    /// A scheduler whose time is zero.
    public init() {}

    /// The present moment of virtual time.
    public var now: VirtualTime { state.withLock { $0.now } }

    /// None.
    public var minimumTolerance: VirtualTime.Stride { .nanoseconds(0) }

    /// The brackets in which recorders write a group of marbles.
    var brackets: MarbleDiagram.Brackets {
        get { state.withLock { $0.brackets } }
        set { state.withLock { $0.brackets = newValue } }
    }

    /// True if nothing is scheduled.
    public var isIdle: Bool { state.withLock { $0.isIdle } }

    /// Lets time pass, and runs what is due on the way, also what is scheduled meanwhile.
    ///
    /// - Parameter stride: the time that passes; without it none passes, and what is due now runs.
    public func advance(by stride: VirtualTime.Stride = .nanoseconds(0)) {
        advance(to: now.advanced(by: stride))
    }

    /// Lets time pass up to a moment, and runs what is due on the way, also what is scheduled meanwhile.
    ///
    /// - Parameter moment: the moment, its own actions included. Time never goes back: an earlier one counts as now.
    public func advance(to moment: VirtualTime) {
        while let action = state.withLock({ $0.next(until: moment) }) { action() }
    }

    /// Lets time pass until nothing is scheduled any more.
    ///
    /// An action that repeats has to be cancelled for that: the program stops after a million actions, since the test
    /// would not end.
    public func run() {
        var count = 0
        while let action = state.withLock({ $0.next(until: nil) }) {
            count += 1
            if count > 1_000_000 {
                fatalError("run() came to no end after a million actions. Cancel what repeats, or use advance(by:).")
            }
            action()
        }
    }

    /// Runs the action with the next advance.
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        _ = state.withLock { $0.insert(at: $0.now, action) }
    }

    /// Runs the action at a moment; at once with the next advance if that is past.
    public func schedule(
        after date: VirtualTime, tolerance: VirtualTime.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        _ = state.withLock { $0.insert(at: date, action) }
    }

    /// Runs the action at a moment, and again and again after an interval.
    ///
    /// - Returns: the cancellable that ends it, also from inside the action.
    public func schedule(
        after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        let ticket = state.withLock { $0.insert(at: date, every: interval, action) }
        return AnyCancellable(CancelAction { [self] in state.release { $0.remove(ticket) } })
    }
}
