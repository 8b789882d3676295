extension Publisher {
    /// Gathers values, and delivers them as arrays again and again after a stretch of time, or when there are enough.
    ///
    /// ```swift
    /// lines.collect(.byTimeOrCount(DispatchQueue.main, .seconds(1), 1000)).sink { save($0) }
    /// ```
    ///
    /// A stretch without values delivers nothing. **Demand**: asks upstream for all, or for as many values as fill the
    /// arrays that are wanted if a number is given; an array that nobody asked for waits. **Completion**: when upstream
    /// finishes, what is left is delivered first; a failure drops it. **Threads**: delivers on the scheduler, in order.
    ///
    /// - Parameters:
    ///   - strategy: when to deliver.
    ///   - options: options for the scheduler, or nil for the usual ones.
    /// - Returns: a publisher of arrays.
    public func collect<S: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
    ) -> Publishers.CollectByTime<Self, S> {
        Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
    }
}

extension Publishers {
    /// The publisher that `collect(_:options:)` returns.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// Some values of upstream.
        public typealias Output = [Upstream.Output]

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream
        private let context: SchedulerBox<Context>
        private let interval: Context.SchedulerTimeType.Stride
        private let count: Int?

        /// A publisher of another's values in arrays.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - strategy: when to deliver. The program stops if its number is less than one.
        ///   - options: options for the scheduler, or nil for the usual ones.
        public init(
            upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            switch strategy {
            case .byTime(let scheduler, let interval):
                context = SchedulerBox(scheduler, options: options)
                self.interval = interval
                count = nil
            case .byTimeOrCount(let scheduler, let interval, let count):
                if count < 1 { fatalError("byTimeOrCount needs a count of at least 1, but was given \(count).") }
                context = SchedulerBox(scheduler, options: options)
                self.interval = interval
                self.count = count
            }
        }

        /// The strategy by which arrays are delivered.
        public var strategy: Publishers.TimeGroupingStrategy<Context> {
            count.map { .byTimeOrCount(context.scheduler, interval, $0) } ?? .byTime(context.scheduler, interval)
        }

        /// The options for the scheduler.
        public var options: Context.SchedulerOptions? { context.options }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber, interval: interval, context: context, count: count))
        }

        struct Inner<Downstream: Subscriber>: Subscriber where Downstream.Input == Output {
            typealias Input = Upstream.Output
            typealias Failure = Downstream.Failure

            private let line: CollectByTimeLine<Downstream, Input, Context>
            private let interval: Context.SchedulerTimeType.Stride
            private let context: SchedulerBox<Context>

            init(
                downstream: Downstream, interval: Context.SchedulerTimeType.Stride, context: SchedulerBox<Context>,
                count: Int?
            ) {
                line = CollectByTimeLine(downstream: downstream, context: context, count: count)
                self.interval = interval
                self.context = context
            }

            var combineIdentifier: CombineIdentifier { line.combineIdentifier }

            func receive(subscription: any Subscription) {
                line.start(subscription) {
                    context.scheduler.schedule(
                        after: context.now.advanced(by: interval), interval: interval,
                        tolerance: context.scheduler.minimumTolerance, options: context.options
                    ) { [line] in
                        line.tick()
                    }
                }
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                line.receive(input)
                return .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                line.receive(completion)
            }
        }
    }
}
