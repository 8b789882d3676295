import Foundation

extension Timer {
    /// Returns a publisher of the date, again and again.
    ///
    /// ```swift
    /// Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { print($0) }
    /// ```
    ///
    /// **Demand**: a date is dropped for a subscriber that has not asked for it. **Completion**: none; cancel the
    /// connection. **Threads**: delivers on the run loop's thread, while that runs the loop. For `RunLoop.main` in a program
    /// with an asynchronous `main`, where nobody does except on Apple's systems: on the main dispatch queue, that is, on the
    /// main actor. `Publishers.Timer` of `SignalsAlgorithms` needs no run loop.
    ///
    /// - Parameters:
    ///   - interval: the seconds between two dates.
    ///   - tolerance: the greatest delay in seconds, or nil for none.
    ///   - runLoop: the run loop.
    ///   - mode: the mode of the run loop in which it fires.
    ///   - options: options for the run loop, or nil for the usual ones.
    /// - Returns: a publisher that begins with ``ConnectablePublisher/connect()``.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
        options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
        TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }

    /// The publisher returned by ``Foundation/Timer/publish(every:tolerance:on:in:options:)``. Combine's
    /// `Timer.TimerPublisher`.
    public final class TimerPublisher: ConnectablePublisher {
        /// The date of the moment at which it is delivered.
        public typealias Output = Date

        /// It cannot fail.
        public typealias Failure = Never

        /// The seconds between two dates.
        public let interval: TimeInterval

        /// The number of seconds that it may be late, or nil for none.
        public let tolerance: TimeInterval?

        /// The mode of the run loop in which it fires.
        public let mode: RunLoop.Mode
        private let context: SchedulerBox<RunLoop>
        private let subject = PassthroughSubject<Date, Never>()

        /// A publisher of the date.
        ///
        /// - Parameters:
        ///   - interval: the seconds between two dates.
        ///   - tolerance: the greatest delay in seconds, or nil for none.
        ///   - runLoop: the run loop.
        ///   - mode: the mode of the run loop in which it fires.
        ///   - options: options for the run loop, or nil for the usual ones.
        public init(
            interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
            options: RunLoop.SchedulerOptions? = nil
        ) {
            self.interval = interval
            self.tolerance = tolerance
            self.mode = mode
            context = SchedulerBox(runLoop, options: options)
        }

        /// The run loop.
        public var runLoop: RunLoop { context.scheduler }

        /// The options for the run loop.
        public var options: RunLoop.SchedulerOptions? { context.options }

        /// Attaches a subscriber, which receives the date once the publisher is connected.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            subject.receive(subscriber: subscriber)
        }

        /// Starts a timer.
        ///
        /// - Returns: the timer, to stop it by cancelling.
        public func connect() -> any Cancellable {
            runLoop.repeat(
                after: Date(timeIntervalSinceNow: interval), every: interval, tolerance: tolerance ?? 0, in: mode
            ) { [subject] in
                subject.send(Date())
            }
        }
    }
}
