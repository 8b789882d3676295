extension Publisher {
    /// Delivers a value when no other has come for a while.
    ///
    /// ```swift
    /// query.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main).sink { search($0) }
    /// ```
    ///
    /// **Demand**: asks upstream for all; a value that nobody asked for waits until the next one replaces it.
    /// **Completion** passes on at once, and a value whose time has not come is dropped. **Threads**: delivers on the
    /// scheduler.
    ///
    /// - Parameters:
    ///   - dueTime: how long no other value may come.
    ///   - scheduler: where to wait and to deliver.
    ///   - options: options for the scheduler, or nil for the usual ones.
    /// - Returns: a publisher of the values that came before a pause.
    @inlinable
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// The publisher that `debounce(for:scheduler:options:)` returns.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// How long no other value may come.
        public let dueTime: Context.SchedulerTimeType.Stride
        private let context: SchedulerBox<Context>

        /// A publisher of another's values before a pause.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - dueTime: how long no other value may come.
        ///   - scheduler: where to wait and to deliver.
        ///   - options: options for the scheduler, or nil for the usual ones.
        public init(
            upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            context = SchedulerBox(scheduler, options: options)
        }

        /// Where values wait and are delivered.
        public var scheduler: Context { context.scheduler }

        /// The options for the scheduler.
        public var options: Context.SchedulerOptions? { context.options }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outlet = ScheduledOutlet("Debounce", to: subscriber, surplus: .isReplaced, context: context)
            upstream.subscribe(Inner(outlet: outlet, dueTime: dueTime, context: context))
        }

        struct Inner: Subscriber {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private struct State: Sendable {
                var pending: Input?

                /// When the pending value is due.
                var deadline: Context.SchedulerTimeType?

                /// There is one action on the scheduler at a time: when it runs too early, it is put off.
                var isScheduled = false
            }

            private enum Effect: Sendable {
                case deliver
                case putOff(Context.SchedulerTimeType)
                case nothing
            }

            private let link = UpstreamLink("Debounce")
            private let state = Locked(State())
            private let outlet: ScheduledOutlet<Input, Failure, Context>
            private let dueTime: Context.SchedulerTimeType.Stride
            private let context: SchedulerBox<Context>

            init(
                outlet: ScheduledOutlet<Input, Failure, Context>, dueTime: Context.SchedulerTimeType.Stride,
                context: SchedulerBox<Context>
            ) {
                self.outlet = outlet
                self.dueTime = dueTime
                self.context = context
            }

            var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            func receive(subscription: any Subscription) {
                guard link.attach(subscription) else { return }
                outlet.start(onCancel: {
                    link.cancel()
                    drop()
                })
                link.request(.unlimited)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                let deadline = context.now.advanced(by: dueTime)
                let (isFirst, _) = state.withLock { state in
                    state.deadline = deadline
                    defer { state.isScheduled = true }
                    return (!state.isScheduled, state.pending.replace(with: input))
                }
                if isFirst { context.schedule(after: deadline) { deliverIfDue() } }
                return .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.complete() else { return }
                drop()
                outlet.send(.completion(completion))
            }

            private func drop() {
                _ = state.withLock { $0.pending.take() }
            }

            private func deliverIfDue() {
                let now = context.now
                let effect = state.withLock { state -> Effect in
                    guard let deadline = state.deadline, state.pending != nil else {
                        state.isScheduled = false
                        return .nothing
                    }
                    if deadline > now { return .putOff(deadline) }
                    state.isScheduled = false
                    if let value = state.pending.take() { outlet.take(.value(value)) }
                    return .deliver
                }
                switch effect {
                case .deliver: outlet.deliver()
                case .putOff(let deadline): context.schedule(after: deadline) { deliverIfDue() }
                case .nothing: break
                }
            }
        }
    }
}
