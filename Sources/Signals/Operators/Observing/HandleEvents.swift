extension Publisher {
    /// Calls closures as events pass, and changes nothing.
    ///
    /// ```swift
    /// save.handleEvents(receiveCompletion: { completion in
    ///     if case .failure(let error) = completion { log(error) }
    /// })
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged. **Threads**: each closure is called where its event happens, before
    /// the event is passed on.
    ///
    /// - Parameters:
    ///   - receiveSubscription: called with upstream's subscription.
    ///   - receiveOutput: called with each value.
    ///   - receiveCompletion: called with the completion.
    ///   - receiveCancel: called when downstream cancels.
    ///   - receiveRequest: called with each demand of downstream.
    /// - Returns: a publisher of the same values.
    @inlinable
    public func handleEvents(
        receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
        receiveOutput: (@Sendable (Output) -> Void)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (@Sendable () -> Void)? = nil,
        receiveRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        Publishers.HandleEvents(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
    }
}

extension Publishers {
    /// What ``Publisher/handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)``
    /// returns.
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the events.
        public let upstream: Upstream

        /// Called with upstream's subscription.
        public var receiveSubscription: (@Sendable (any Subscription) -> Void)?

        /// Called with each value.
        public var receiveOutput: (@Sendable (Upstream.Output) -> Void)?

        /// Called with the completion.
        public var receiveCompletion: (@Sendable (Subscribers.Completion<Upstream.Failure>) -> Void)?

        /// Called when downstream cancels.
        public var receiveCancel: (@Sendable () -> Void)?

        /// Called with each demand of downstream.
        public var receiveRequest: (@Sendable (Subscribers.Demand) -> Void)?

        /// A publisher that calls closures as events pass.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the events.
        ///   - receiveSubscription: called with upstream's subscription.
        ///   - receiveOutput: called with each value.
        ///   - receiveCompletion: called with the completion.
        ///   - receiveCancel: called when downstream cancels.
        ///   - receiveRequest: called with each demand of downstream.
        public init(
            upstream: Upstream,
            receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
            receiveOutput: (@Sendable (Output) -> Void)? = nil,
            receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
            receiveCancel: (@Sendable () -> Void)? = nil,
            receiveRequest: (@Sendable (Subscribers.Demand) -> Void)?
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
            self.receiveCancel = receiveCancel
            self.receiveRequest = receiveRequest
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber, events: self))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber
        where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
            @usableFromInline typealias Input = Downstream.Input
            @usableFromInline typealias Failure = Downstream.Failure

            @usableFromInline let link: UpstreamLink
            @usableFromInline let downstream: Downstream
            @usableFromInline let events: HandleEvents

            @inlinable
            init(downstream: Downstream, events: HandleEvents) {
                self.downstream = downstream
                self.events = events
                link = events.makeLink()
            }

            @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                events.receiveSubscription?(subscription)
                if link.attach(subscription) { downstream.receive(subscription: link) }
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                events.receiveOutput?(input)
                let demand = downstream.receive(input)
                if demand != .none { events.receiveRequest?(demand) }
                return demand
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.complete() else { return }
                events.receiveCompletion?(completion)
                downstream.receive(completion: completion)
            }
        }

        @usableFromInline
        func makeLink() -> UpstreamLink {
            guard let receiveRequest else { return UpstreamLink("HandleEvents", onCancel: receiveCancel) }
            let onRequest: @Sendable (Subscribers.Demand) -> Subscribers.Demand = { demand in
                receiveRequest(demand)
                return demand
            }
            return UpstreamLink("HandleEvents", onRequest: onRequest, onCancel: receiveCancel)
        }
    }
}
