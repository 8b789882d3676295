extension Publisher {
    /// Measures the time between values.
    ///
    /// ```swift
    /// clicks.measureInterval(using: DispatchQueue.main).sink { print("after", $0) }
    /// ```
    ///
    /// The first interval begins with the subscription. **Demand** and **completion** pass unchanged. **Threads**: those
    /// that deliver; the scheduler is asked for the time, and runs nothing.
    ///
    /// - Parameters:
    ///   - scheduler: whose time to measure.
    ///   - options: not used.
    /// - Returns: a publisher of stretches of time.
    @inlinable
    public func measureInterval<S: Scheduler>(
        using scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, S> {
        Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
    }
}

extension Publishers {
    /// The publisher that `measureInterval(using:options:)` returns.
    public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The time between two values.
        public typealias Output = Context.SchedulerTimeType.Stride

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are timed.
        public let upstream: Upstream
        private let context: SchedulerBox<Context>

        /// A publisher of the time between another's values.
        ///
        /// - Parameters:
        ///   - upstream: the publisher whose values are timed.
        ///   - scheduler: whose time to measure.
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            context = SchedulerBox(scheduler, options: nil)
        }

        /// The scheduler whose time is measured.
        public var scheduler: Context { context.scheduler }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber, context: context))
        }

        struct Inner<Downstream: Subscriber>: Subscriber
        where Downstream.Input == Context.SchedulerTimeType.Stride, Downstream.Failure == Upstream.Failure {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private let link = UpstreamLink("MeasureInterval")
            private let latest: Locked<Context.SchedulerTimeType>
            private let downstream: Downstream
            private let context: SchedulerBox<Context>

            init(downstream: Downstream, context: SchedulerBox<Context>) {
                self.downstream = downstream
                self.context = context
                latest = Locked(context.now)
            }

            var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            func receive(subscription: any Subscription) {
                guard link.attach(subscription) else { return }
                let now = context.now
                latest.withLock { $0 = now }
                downstream.receive(subscription: link)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                let now = context.now
                let before = latest.withLock { latest in
                    defer { latest = now }
                    return latest
                }
                return downstream.receive(before.distance(to: now))
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                if link.complete() { downstream.receive(completion: completion) }
            }
        }
    }
}
