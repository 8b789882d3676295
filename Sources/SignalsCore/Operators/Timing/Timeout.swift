extension Publishers {
    /// The publisher that `timeout(_:scheduler:options:customError:)` returns.
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// How long no value may come.
        public let interval: Context.SchedulerTimeType.Stride

        /// Makes the error to fail with, or nil to finish.
        public let customError: (@Sendable () -> Upstream.Failure)?
        private let context: SchedulerBox<Context>

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

        /// Where it waits and delivers.
        public var scheduler: Context { context.scheduler }

        /// The options for the scheduler.
        public var options: Context.SchedulerOptions? { context.options }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outlet = ScheduledOutlet("Timeout", to: subscriber, surplus: .waits, context: context)
            upstream.subscribe(Inner(outlet: outlet, timeout: self))
        }

        struct Inner: Subscriber {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private let link = UpstreamLink("Timeout")
            private let deadline: Locked<Context.SchedulerTimeType>
            private let outlet: ScheduledOutlet<Input, Failure, Context>
            private let timeout: Timeout

            init(outlet: ScheduledOutlet<Input, Failure, Context>, timeout: Timeout) {
                self.outlet = outlet
                self.timeout = timeout
                deadline = Locked(timeout.context.now)
            }

            var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            func receive(subscription: any Subscription) {
                guard link.attach(subscription) else { return }
                let deadline = putOff()
                outlet.start(onRequest: { [link] in link.request($0) }, onCancel: { [link] in link.cancel() })
                wait(until: deadline)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                _ = putOff()
                outlet.send(.value(input))
                return .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                if link.complete() { outlet.send(.completion(completion)) }
            }

            private func putOff() -> Context.SchedulerTimeType {
                let next = timeout.context.now.advanced(by: timeout.interval)
                deadline.withLock { $0 = next }
                return next
            }

            /// There is one action on the scheduler at a time: when it runs too early, it is put off.
            private func wait(until deadline: Context.SchedulerTimeType) {
                timeout.context.schedule(after: deadline) { endIfDue() }
            }

            private func endIfDue() {
                guard link.isAttached else { return }
                let deadline = deadline.withLock { $0 }
                if deadline > timeout.context.now { return wait(until: deadline) }
                guard link.interrupt() else { return }
                let error = timeout.customError?()
                outlet.send(.completion(error.map { .failure($0) } ?? .finished))
            }
        }
    }
}
