#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension Publisher {
    /// Stops in the debugger at a failure.
    ///
    /// ```swift
    /// saves.breakpointOnError()
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged. At a failure the signal `SIGTRAP` is raised, which ends a program
    /// that runs without a debugger.
    ///
    /// - Returns: a publisher of the same values.
    public func breakpointOnError() -> Publishers.Breakpoint<Self> {
        Publishers.Breakpoint(
            self,
            receiveCompletion: { completion in
                if case .failure = completion { true } else { false }
            })
    }
}

extension Publishers {
    /// The publisher that `breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)` returns.
    public struct Breakpoint<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the events.
        public let upstream: Upstream

        /// Returns true to stop at the subscription.
        public let receiveSubscription: (@Sendable (any Subscription) -> Bool)?

        /// Returns true to stop at a value.
        public let receiveOutput: (@Sendable (Upstream.Output) -> Bool)?

        /// Returns true to stop at the completion.
        public let receiveCompletion: (@Sendable (Subscribers.Completion<Upstream.Failure>) -> Bool)?

        @usableFromInline
        package init(
            _ upstream: Upstream,
            receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
            receiveOutput: (@Sendable (Upstream.Output) -> Bool)? = nil,
            receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)? = nil
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber, conditions: self))
        }

        private struct Inner<Downstream: Subscriber>: Subscriber
        where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
            typealias Input = Downstream.Input
            typealias Failure = Downstream.Failure

            let combineIdentifier = CombineIdentifier()
            let downstream: Downstream
            let conditions: Breakpoint

            func receive(subscription: any Subscription) {
                if conditions.receiveSubscription?(subscription) == true { raise(SIGTRAP) }
                downstream.receive(subscription: subscription)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                if conditions.receiveOutput?(input) == true { raise(SIGTRAP) }
                return downstream.receive(input)
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                if conditions.receiveCompletion?(completion) == true { raise(SIGTRAP) }
                downstream.receive(completion: completion)
            }
        }
    }
}
