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

        /// When arrays are delivered.
        public var strategy: Publishers.TimeGroupingStrategy<Context> {
            count.map { .byTimeOrCount(context.scheduler, interval, $0) } ?? .byTime(context.scheduler, interval)
        }

        /// The options for the scheduler.
        public var options: Context.SchedulerOptions? { context.options }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outlet = ScheduledOutlet("CollectByTime", to: subscriber, surplus: .waits, context: context)
            upstream.subscribe(Inner(outlet: outlet, collect: self))
        }

        struct Inner: Subscriber {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private struct State: Sendable {
                var gathered: [Input] = []
                var timer: (any Cancellable)?
            }

            private let link = UpstreamLink("CollectByTime")
            private let state = Locked(State())
            private let outlet: ScheduledOutlet<[Input], Failure, Context>
            private let collect: CollectByTime

            init(outlet: ScheduledOutlet<[Input], Failure, Context>, collect: CollectByTime) {
                self.outlet = outlet
                self.collect = collect
            }

            var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            func receive(subscription: any Subscription) {
                guard link.attach(subscription) else { return }
                startTimer()
                outlet.start(
                    onRequest: { request($0) },
                    onCancel: {
                        link.cancel()
                        stop()
                    })
                if collect.count == nil { link.request(.unlimited) }
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                let isFirst = state.withLock { state in
                    state.gathered.append(input)
                    return state.gathered.count == collect.count && post(&state)
                }
                if isFirst { outlet.scheduleDelivery() }
                return .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.complete() else { return }
                let rest = stop()
                if case .finished = completion, !rest.isEmpty { outlet.send(.value(rest)) }
                outlet.send(.completion(completion))
            }

            private func request(_ demand: Subscribers.Demand) {
                if let count = collect.count { link.request(demand * count) }
            }

            private func startTimer() {
                let context = collect.context
                let timer = context.scheduler.schedule(
                    after: context.now.advanced(by: collect.interval), interval: collect.interval,
                    tolerance: context.scheduler.minimumTolerance, options: context.options
                ) { deliver() }
                state.withLock { $0.timer = timer }
                if !link.isAttached { stop() }
            }

            /// Puts what was gathered in line.
            private func deliver() {
                if state.withLock({ post(&$0) }) { outlet.scheduleDelivery() }
            }

            private func post(_ state: inout State) -> Bool {
                !state.gathered.isEmpty && outlet.post(.value(state.gathered.takeAll()))
            }

            /// Stops the timer, and takes what was gathered.
            @discardableResult
            private func stop() -> [Input] {
                let (rest, timer) = state.withLock { ($0.gathered.takeAll(), $0.timer.take()) }
                timer?.cancel()
                return rest
            }
        }
    }
}
