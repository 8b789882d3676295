extension Publisher {
    /// Delivers at most one value in each stretch of time.
    ///
    /// ```swift
    /// positions.throttle(for: .seconds(1), scheduler: DispatchQueue.main, latest: true).sink { show($0) }
    /// ```
    ///
    /// The first value is delivered at once; of those that come in the stretch of time behind it, one at its end.
    /// **Demand**: asks upstream for all; a value that nobody asked for waits until the next one replaces it.
    /// **Completion**: when upstream finishes, what waits for the end of its stretch is delivered first; a failure drops
    /// it. **Threads**: delivers on the scheduler.
    ///
    /// - Parameters:
    ///   - interval: the stretch of time.
    ///   - scheduler: where to wait and to deliver.
    ///   - latest: whether the last value of each stretch is delivered, or else the first.
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

        /// Whether the last value of each stretch is delivered, or else the first.
        public let latest: Bool
        private let context: SchedulerBox<Context>

        /// A publisher of at most one of another's values in each stretch of time.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - interval: the stretch of time.
        ///   - scheduler: where to wait and to deliver.
        ///   - latest: whether the last value of each stretch is delivered, or else the first.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
        ) {
            self.upstream = upstream
            self.interval = interval
            self.latest = latest
            context = SchedulerBox(scheduler, options: nil)
        }

        /// Where values wait and are delivered.
        public var scheduler: Context { context.scheduler }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outlet = ScheduledOutlet("Throttle", to: subscriber, surplus: .isReplaced, context: context)
            upstream.subscribe(Inner(outlet: outlet, throttle: self))
        }

        struct Inner: Subscriber {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private struct State: Sendable {
                var pending: Input?

                /// The end of the stretch that the last delivered value began.
                var nextDelivery: Context.SchedulerTimeType?
            }

            private let link = UpstreamLink("Throttle")
            private let state = Locked(State())
            private let outlet: ScheduledOutlet<Input, Failure, Context>
            private let throttle: Throttle

            init(outlet: ScheduledOutlet<Input, Failure, Context>, throttle: Throttle) {
                self.outlet = outlet
                self.throttle = throttle
            }

            var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            func receive(subscription: any Subscription) {
                guard link.attach(subscription) else { return }
                outlet.start(onCancel: {
                    link.cancel()
                    _ = takePending()
                })
                link.request(.unlimited)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                let (isFirst, due, _) = state.withLock { state -> (Bool, Context.SchedulerTimeType?, Input?) in
                    guard state.pending != nil else {
                        state.pending = input
                        return (true, state.nextDelivery, nil)
                    }
                    return (false, nil, throttle.latest ? state.pending.replace(with: input) : nil)
                }
                if isFirst { schedule(at: due) }
                return .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.complete() else { return }
                let rest = takePending()
                if case .finished = completion, let rest { outlet.send(.value(rest)) }
                outlet.send(.completion(completion))
            }

            private func schedule(at due: Context.SchedulerTimeType?) {
                if let due, due > throttle.context.now {
                    throttle.context.schedule(after: due) { deliver() }
                } else {
                    throttle.context.schedule { deliver() }
                }
            }

            private func deliver() {
                let next = throttle.context.now.advanced(by: throttle.interval)
                state.withLock { state in
                    guard let value = state.pending.take() else { return }
                    state.nextDelivery = next
                    outlet.take(.value(value))
                }
                outlet.deliver()
            }

            private func takePending() -> Input? {
                state.withLock { $0.pending.take() }
            }
        }
    }
}
