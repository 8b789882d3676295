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
    ///   - interval: how much later.
    ///   - tolerance: how much later still it may be, or nil for the scheduler's least.
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

        /// How much later to deliver.
        public let interval: Context.SchedulerTimeType.Stride

        /// How much later still it may be.
        public let tolerance: Context.SchedulerTimeType.Stride
        private let context: SchedulerBox<Context>

        /// A publisher that delivers another's values later.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - interval: how much later.
        ///   - tolerance: how much later still it may be.
        ///   - scheduler: where to deliver.
        ///   - options: options for the scheduler, or nil for the usual ones.
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

        /// Where values are delivered.
        public var scheduler: Context { context.scheduler }

        /// The options for the scheduler.
        public var options: Context.SchedulerOptions? { context.options }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Inner(
                    outlet: Outlet(to: AnySubscriber(subscriber), surplus: .waits, name: "Delay"),
                    schedule: { [context, interval, tolerance] action in
                        context.scheduler.schedule(
                            after: context.now.advanced(by: interval), tolerance: tolerance,
                            options: context.options, action)
                    }))
        }

        struct Inner: Subscriber {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private let link = UpstreamLink("Delay")
            private let underway = Locked(Queue<Message<Input, Failure>>())
            private let outlet: Outlet<Input, Failure>
            private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void

            init(
                outlet: Outlet<Input, Failure>,
                schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
            ) {
                self.outlet = outlet
                self.schedule = schedule
            }

            var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            func receive(subscription: any Subscription) {
                guard link.attach(subscription) else { return }
                outlet.start(onRequest: { [link] in link.request($0) }, onCancel: { cancel() })
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                if link.isAttached { send(.value(input)) }
                return .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                if link.complete() { send(.completion(completion)) }
            }

            private func send(_ message: Message<Input, Failure>) {
                underway.withLock { $0.append(message) }
                schedule { deliverNext() }
            }

            /// Delivers the oldest message, whichever was scheduled to run first.
            private func deliverNext() {
                underway.withLock { underway in
                    if let message = underway.popFirst() { outlet.take(message) }
                }
                outlet.deliver()
            }

            private func cancel() {
                link.cancel()
                _ = underway.withLock { underway in
                    defer { underway.removeAll() }
                    return underway
                }
            }
        }
    }
}
