extension Publisher {
    /// Subscribes, asks for values and cancels on a scheduler.
    ///
    /// ```swift
    /// Deferred { load(file) }.subscribe(on: DispatchQueue.global()).receive(on: MainActor.shared)
    /// ```
    ///
    /// **Demand** that is requested passes on the scheduler; what a subscriber returns for a value passes at once, with the
    /// value's return. **Completion** passes unchanged. **Threads**: delivers where upstream
    /// does, which for a publisher that delivers at once is the scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: where to subscribe.
    ///   - options: options for the scheduler, or nil for the usual ones.
    /// - Returns: a publisher of the same values.
    @inlinable
    public func subscribe<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, S> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// The publisher that `subscribe(on:options:)` returns.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream
        private let context: SchedulerBox<Context>

        /// A publisher that is subscribed to on a scheduler.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - scheduler: where to subscribe.
        ///   - options: options for the scheduler, or nil for the usual ones.
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            context = SchedulerBox(scheduler, options: options)
        }

        /// The scheduler on which upstream is subscribed to.
        public var scheduler: Context { context.scheduler }

        /// The options for the scheduler.
        public var options: Context.SchedulerOptions? { context.options }

        /// Attaches the subscriber, on the scheduler.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            context.schedule { [upstream, context] in
                upstream.subscribe(Inner(downstream: subscriber, context: context))
            }
        }

        struct Inner<Downstream: Subscriber>: Subscriber {
            typealias Input = Downstream.Input
            typealias Failure = Downstream.Failure

            private let link = UpstreamLink("SubscribeOn")
            private let downstream: Downstream
            private let context: SchedulerBox<Context>

            init(downstream: Downstream, context: SchedulerBox<Context>) {
                self.downstream = downstream
                self.context = context
            }

            var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            func receive(subscription: any Subscription) {
                let scheduled = ScheduledSubscription(subscription, context: context)
                if link.attach(scheduled) { downstream.receive(subscription: link) }
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                link.isAttached ? downstream.receive(input) : .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                if link.complete() { downstream.receive(completion: completion) }
            }
        }
    }
}
