import SignalsCore

extension Publishers {
    /// A publisher of the moment, again and again, in the time of any scheduler.
    ///
    /// ```swift
    /// Publishers.Timer(every: .seconds(1), scheduler: DispatchQueue.main).autoconnect().sink { print($0) }
    /// ```
    ///
    /// It needs no run loop, as `Timer.publish(every:on:in:)` does: on a dispatch queue it always delivers. On a
    /// `TestScheduler` it delivers in virtual time.
    ///
    /// **Demand**: a moment is dropped for a subscriber that has not asked for it. **Completion**: none; cancel the
    /// connection. **Threads**: delivers on the scheduler. The name is that of combine-schedulers' publisher.
    public final class Timer<Context: Scheduler>: ConnectablePublisher {
        /// The moment at which it is delivered.
        public typealias Output = Context.SchedulerTimeType

        /// It cannot fail.
        public typealias Failure = Never

        /// The time between two moments.
        public let interval: Context.SchedulerTimeType.Stride

        /// The time by which a moment may be late.
        public let tolerance: Context.SchedulerTimeType.Stride

        private let context: SchedulerBox<Context>
        private let subject = PassthroughSubject<Output, Never>()

        /// A publisher of the moment.
        ///
        /// - Parameters:
        ///   - interval: the time between two moments.
        ///   - tolerance: the greatest delay of a moment, or nil for the scheduler's least.
        ///   - scheduler: the scheduler whose time it is, and on which it delivers.
        ///   - options: options for the scheduler, or nil for the usual ones.
        public init(
            every interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride? = nil,
            scheduler: Context, options: Context.SchedulerOptions? = nil
        ) {
            self.interval = interval
            self.tolerance = tolerance ?? scheduler.minimumTolerance
            context = SchedulerBox(scheduler, options: options)
        }

        /// The scheduler whose time it is.
        public var scheduler: Context { context.scheduler }

        /// The options for the scheduler.
        public var options: Context.SchedulerOptions? { context.options }

        /// Attaches a subscriber, which receives moments once the publisher is connected.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            subject.receive(subscriber: subscriber)
        }

        /// Starts a timer.
        ///
        /// - Returns: the timer, to stop it by cancelling.
        public func connect() -> any Cancellable {
            context.scheduler.schedule(
                after: context.now.advanced(by: interval), interval: interval, tolerance: tolerance,
                options: context.options
            ) { [subject, context] in
                subject.send(context.now)
            }
        }
    }
}
