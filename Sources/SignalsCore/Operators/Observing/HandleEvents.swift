extension Publishers {
    /// The publisher that is returned by
    /// ``Publisher/handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)``.
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

        @usableFromInline
        package init(
            _ upstream: Upstream,
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
            upstream.receive(
                subscriber: HandleEventsSubscriber(
                    downstream: subscriber, link: link(), receiveSubscription: receiveSubscription,
                    receiveOutput: receiveOutput, receiveCompletion: receiveCompletion,
                    receiveRequest: receiveRequest))
        }

        /// Makes the link, which needs a handler only if demand or cancellation is observed.
        @usableFromInline
        func link() -> UpstreamLink {
            if receiveRequest == nil, receiveCancel == nil { return UpstreamLink("HandleEvents") }
            let receiveRequest = receiveRequest
            let onRequest = receiveRequest.map { receiveRequest in
                { @Sendable (demand: Subscribers.Demand) in
                    receiveRequest(demand)
                    return demand
                }
            }
            return UpstreamLink("HandleEvents", onRequest: onRequest, onCancel: receiveCancel)
        }
    }
}

@usableFromInline
final class HandleEventsSubscriber<Downstream: Subscriber>: Subscriber {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let link: UpstreamLink
    @usableFromInline let receiveSubscription: (@Sendable (any Subscription) -> Void)?
    @usableFromInline let receiveOutput: (@Sendable (Input) -> Void)?
    @usableFromInline let receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
    @usableFromInline let receiveRequest: (@Sendable (Subscribers.Demand) -> Void)?

    @inlinable @inline(never)
    init(
        downstream: Downstream, link: UpstreamLink,
        receiveSubscription: (@Sendable (any Subscription) -> Void)?,
        receiveOutput: (@Sendable (Input) -> Void)?,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?,
        receiveRequest: (@Sendable (Subscribers.Demand) -> Void)?
    ) {
        self.downstream = downstream
        self.link = link
        self.receiveSubscription = receiveSubscription
        self.receiveOutput = receiveOutput
        self.receiveCompletion = receiveCompletion
        self.receiveRequest = receiveRequest
    }

    @inlinable
    func receive(subscription: any Subscription) {
        receiveSubscription?(subscription)
        if link.attach(subscription) { downstream.receive(subscription: link) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard link.isAttached else { return .none }
        if let receiveOutput {
            receiveOutput(input)
            guard link.isAttached else { return .none }
        }
        let demand = downstream.receive(input)
        if demand != .none { receiveRequest?(demand) }
        return demand
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard link.complete() else { return }
        receiveCompletion?(completion)
        downstream.receive(completion: completion)
    }
}
