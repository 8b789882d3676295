extension Publishers {
    /// The publisher that `timeout(_:scheduler:options:customError:)` returns.
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The time after which it ends if no value comes.
        public let interval: Context.SchedulerTimeType.Stride

        /// Makes the error to fail with, or nil to finish.
        public let customError: (@Sendable () -> Upstream.Failure)?
        @usableFromInline let context: SchedulerBox<Context>

        @usableFromInline
        package init(
            _ upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?, customError: (@Sendable () -> Upstream.Failure)?
        ) {
            self.upstream = upstream
            self.interval = interval
            self.customError = customError
            context = SchedulerBox(scheduler, options: options)
        }

        /// The scheduler on which it waits and delivers.
        public var scheduler: Context { context.scheduler }

        /// The options for the scheduler.
        public var options: Context.SchedulerOptions? { context.options }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Inner(downstream: subscriber, interval: interval, customError: customError, context: context))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber {
            @usableFromInline typealias Input = Downstream.Input
            @usableFromInline typealias Failure = Downstream.Failure

            @usableFromInline let line: TimeoutLine<Downstream, Context>
            @usableFromInline let interval: Context.SchedulerTimeType.Stride
            @usableFromInline let context: SchedulerBox<Context>

            @inlinable
            init(
                downstream: Downstream, interval: Context.SchedulerTimeType.Stride,
                customError: (@Sendable () -> Failure)?, context: SchedulerBox<Context>
            ) {
                let own = TimeoutState<Failure, Context>(deadline: context.now, customError: customError)
                line = TimeoutLine(downstream: downstream, context: context, own: own)
                self.interval = interval
                self.context = context
            }

            @inlinable var combineIdentifier: CombineIdentifier { line.mailbox.combineIdentifier }

            @inlinable var deadline: Context.SchedulerTimeType { context.now.advanced(by: interval) }

            @inlinable
            func receive(subscription: any Subscription) {
                let deadline = deadline
                line.mailbox.state.withLock { $0.own?.start(deadline) }
                if line.mailbox.start(subscription) { line.wait(until: deadline, on: context) }
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                let deadline = deadline
                line.mailbox.receive(input, on: context) { $0?.deadline = deadline }
                return .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                line.mailbox.receive(completion, on: context)
            }
        }
    }
}
