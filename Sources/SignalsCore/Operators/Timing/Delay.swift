extension Publisher {
    /// Delivers everything later, on a scheduler.
    ///
    /// ```swift
    /// messages.delay(for: .seconds(2), scheduler: DispatchQueue.main).sink { show($0) }
    /// ```
    ///
    /// **Demand** passes unchanged, at once. **Completion**: later too, and after all values. **Threads**: delivers on
    /// the scheduler, in order, also on a concurrent queue.
    ///
    /// - Parameters:
    ///   - interval: the delay.
    ///   - tolerance: the greatest delay in addition, or nil for the scheduler's least.
    ///   - scheduler: where to deliver.
    ///   - options: options for the scheduler, or nil for the usual ones.
    /// - Returns: a publisher of the same values.
    @inlinable
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        Publishers.Delay(
            upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
            scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// The publisher that `delay(for:tolerance:scheduler:options:)` returns.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The time by which delivery is later.
        public let interval: Context.SchedulerTimeType.Stride

        /// The further time by which delivery may be late.
        public let tolerance: Context.SchedulerTimeType.Stride
        @usableFromInline let context: SchedulerBox<Context>

        /// A publisher that delivers another's values later.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - interval: the delay.
        ///   - tolerance: the greatest delay in addition.
        ///   - scheduler: where to deliver.
        ///   - options: options for the scheduler, or nil for the usual ones.
        @inlinable
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
            tolerance: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions? = nil
        ) {
            self.upstream = upstream
            self.interval = interval
            self.tolerance = tolerance
            context = SchedulerBox(scheduler, options: options)
        }

        /// The scheduler on which values are delivered.
        public var scheduler: Context { context.scheduler }

        /// The options for the scheduler.
        public var options: Context.SchedulerOptions? { context.options }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber, delay: self))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber {
            @usableFromInline typealias Input = Downstream.Input
            @usableFromInline typealias Failure = Downstream.Failure

            @usableFromInline let line: DelayLine<Downstream>
            @usableFromInline let interval: Context.SchedulerTimeType.Stride
            @usableFromInline let tolerance: Context.SchedulerTimeType.Stride
            @usableFromInline let context: SchedulerBox<Context>

            @inlinable
            init(downstream: Downstream, delay: Delay) {
                line = DelayLine(downstream: downstream)
                interval = delay.interval
                tolerance = delay.tolerance
                context = delay.context
            }

            @inlinable var combineIdentifier: CombineIdentifier { line.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                for _ in 0..<line.start(subscription) { context.schedule { [line] in line.fire() } }
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                if line.state.withLock({ $0.receive(input) }) { schedule() }
                return .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                if line.state.withLock({ $0.receive(completion) }) != nil { schedule() }
            }

            @inlinable
            func schedule() {
                context.scheduler.schedule(
                    after: context.now.advanced(by: interval), tolerance: tolerance, options: context.options
                ) { [line] in
                    line.fire()
                }
            }
        }
    }
}
