extension Publisher {
    /// Delivers values and completion on a scheduler, for example a dispatch queue.
    ///
    /// ```swift
    /// save.receive(on: DispatchQueue.main).sink(
    ///     receiveCompletion: { print($0) },
    ///     receiveValue: { _ in print("saved") })
    /// ```
    ///
    /// **Demand** passes unchanged, on the thread that asks. **Completion** passes unchanged, after all values.
    /// **Threads**: values are delivered one after another on the scheduler, a concurrent queue included: nothing is
    /// lost or reordered, and the completion comes last. (Combine hands each value to the scheduler for itself, so that
    /// a concurrent queue may reorder them.) Up to 128 values that wait are delivered in one block.
    ///
    /// For code that belongs to the main actor use ``receive(on:)`` with `MainActor.shared`.
    ///
    /// - Parameters:
    ///   - scheduler: where to deliver.
    ///   - options: options for the scheduler, or nil for the usual ones.
    /// - Returns: a publisher that delivers the same values there.
    @inlinable
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// The publisher that `receive(on:options:)` returns.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        @usableFromInline let context: SchedulerBox<Context>

        /// A publisher that delivers another's values on a scheduler.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - scheduler: where to deliver.
        ///   - options: options for the scheduler, or nil for the usual ones.
        @inlinable
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            context = SchedulerBox(scheduler, options: options)
        }

        /// The scheduler on which values are delivered.
        @inlinable
        public var scheduler: Context { context.scheduler }

        /// The options for the scheduler.
        @inlinable
        public var options: Context.SchedulerOptions? { context.options }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, context: context))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber
        where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
            @usableFromInline typealias Input = Downstream.Input
            @usableFromInline typealias Failure = Downstream.Failure

            @usableFromInline let line: MailboxLine<Downstream, Context, Void>
            @usableFromInline let context: SchedulerBox<Context>

            @inlinable
            init(downstream: Downstream, context: SchedulerBox<Context>) {
                line = MailboxLine("ReceiveOn", downstream: downstream, context: context, own: ())
                self.context = context
            }

            @inlinable var combineIdentifier: CombineIdentifier { line.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                _ = line.start(subscription)
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                line.receive(input, on: context) { _ in }
                return .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                line.receive(completion, on: context)
            }
        }
    }
}
