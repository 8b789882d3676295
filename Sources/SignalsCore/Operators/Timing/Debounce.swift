extension Publisher {
    /// Delivers a value when no other has come for a while.
    ///
    /// ```swift
    /// query.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main).sink { search($0) }
    /// ```
    ///
    /// **Demand**: asks upstream for all; a value that nobody has asked for when its time comes is dropped. **Completion**
    /// passes on at once, and a value whose time has not come is dropped. **Threads**: delivers on the scheduler.
    ///
    /// - Parameters:
    ///   - dueTime: the time in which no other value may come.
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

        /// The time during which no other value may come.
        public let dueTime: Context.SchedulerTimeType.Stride
        @usableFromInline let context: SchedulerBox<Context>

        /// A publisher of another's values before a pause.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - dueTime: the time in which no other value may come.
        ///   - scheduler: where to wait and to deliver.
        ///   - options: options for the scheduler, or nil for the usual ones.
        @inlinable
        public init(
            upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            context = SchedulerBox(scheduler, options: options)
        }

        /// The scheduler on which values wait and are delivered.
        public var scheduler: Context { context.scheduler }

        /// The options for the scheduler.
        public var options: Context.SchedulerOptions? { context.options }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber, dueTime: dueTime, context: context))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber {
            @usableFromInline typealias Input = Downstream.Input
            @usableFromInline typealias Failure = Downstream.Failure

            @usableFromInline let line: DebounceLine<Downstream, Context>
            @usableFromInline let dueTime: Context.SchedulerTimeType.Stride
            @usableFromInline let context: SchedulerBox<Context>

            @inlinable
            init(downstream: Downstream, dueTime: Context.SchedulerTimeType.Stride, context: SchedulerBox<Context>) {
                line = DebounceLine(downstream: downstream, context: context)
                self.dueTime = dueTime
                self.context = context
            }

            @inlinable var combineIdentifier: CombineIdentifier { line.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                line.start(subscription)
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                let due = context.now.advanced(by: dueTime)
                let (setsAlarm, replaced) = line.state.withLock { $0.receive(input, due: due) }
                if setsAlarm { context.schedule(after: due) { [line] in line.fire() } }
                withExtendedLifetime(replaced) {}
                return .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                guard line.state.withLock({ $0.receive(completion) }) != nil else { return }
                context.schedule { [line] in line.fire() }
            }
        }
    }
}
