extension Publisher {
    /// Delivers at most one value in each stretch of time.
    ///
    /// ```swift
    /// positions.throttle(for: .seconds(1), scheduler: DispatchQueue.main, latest: true).sink { show($0) }
    /// ```
    ///
    /// The first value is delivered by the scheduler's next action; of those that come in the stretch of time after it,
    /// one at its end. Of values that come before that action runs, `latest` chooses as it does within a stretch.
    /// **Demand**: asks upstream for all; a value that nobody asked for waits until the next one replaces it, and a stretch
    /// begins when it is delivered. **Completion**, a failure too, is delivered after what waits for the end of its stretch,
    /// both without waiting; a value that nobody asked for is dropped then.
    /// **Threads**: delivers on the scheduler.
    ///
    /// - Parameters:
    ///   - interval: the stretch of time.
    ///   - scheduler: where to wait and to deliver.
    ///   - latest: true to deliver the last value of each stretch; false for the first.
    /// - Returns: a publisher of some of the values.
    @inlinable
    public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> Publishers.Throttle<Self, S> {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}

extension Publishers {
    /// The publisher that `throttle(for:scheduler:latest:)` returns.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The stretch of time.
        public let interval: Context.SchedulerTimeType.Stride

        /// True if the last value of each stretch is delivered, false for the first.
        public let latest: Bool
        @usableFromInline let context: SchedulerBox<Context>

        /// A publisher of at most one of another's values in each stretch of time.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - interval: the stretch of time.
        ///   - scheduler: where to wait and to deliver.
        ///   - latest: true to deliver the last value of each stretch; false for the first.
        @inlinable
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
        ) {
            self.upstream = upstream
            self.interval = interval
            self.latest = latest
            context = SchedulerBox(scheduler, options: nil)
        }

        /// The scheduler on which values wait and are delivered.
        public var scheduler: Context { context.scheduler }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let pace = ThrottlePace(interval: interval, latest: latest, context: context)
            upstream.subscribe(Inner(downstream: subscriber, pace: pace))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber {
            @usableFromInline typealias Input = Downstream.Input
            @usableFromInline typealias Failure = Downstream.Failure

            @usableFromInline let line: ThrottleLine<Downstream, Context>
            @usableFromInline let context: SchedulerBox<Context>

            @inlinable
            init(downstream: Downstream, pace: ThrottlePace<Context>) {
                line = ThrottleLine(downstream: downstream, pace: pace)
                context = pace.context
            }

            @inlinable var combineIdentifier: CombineIdentifier { line.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                line.start(subscription)
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                let (effect, replaced) = line.state.withLock { $0.receive(input) }
                line.schedule(effect)
                withExtendedLifetime(replaced) {}
                return .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                guard line.state.withLock({ $0.receive(completion) }) != nil else { return }
                context.schedule { [line] in line.fire() }
            }
        }
    }
}
