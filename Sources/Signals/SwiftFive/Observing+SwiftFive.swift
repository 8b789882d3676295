extension Publisher {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func breakpoint(
        receiveSubscription: ((any Subscription) -> Bool)? = nil, receiveOutput: ((Output) -> Bool)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) -> Publishers.Breakpoint<Self> {
        breakpoint(
            receiveSubscription: vouched(receiveSubscription), receiveOutput: vouched(receiveOutput),
            receiveCompletion: vouched(receiveCompletion))
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        handleEvents(
            receiveSubscription: vouched(receiveSubscription), receiveOutput: vouched(receiveOutput),
            receiveCompletion: vouched(receiveCompletion), receiveCancel: vouched(receiveCancel),
            receiveRequest: vouched(receiveRequest))
    }
}

extension Publishers.Breakpoint {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(
        upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
        receiveOutput: ((Upstream.Output) -> Bool)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) {
        self.init(
            upstream: upstream, receiveSubscription: vouched(receiveSubscription),
            receiveOutput: vouched(receiveOutput), receiveCompletion: vouched(receiveCompletion))
    }
}

extension Publishers.HandleEvents {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(
        upstream: Upstream, receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveOutput: ((Output) -> Void)? = nil, receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil, receiveRequest: ((Subscribers.Demand) -> Void)?
    ) {
        self.init(
            upstream: upstream, receiveSubscription: vouched(receiveSubscription),
            receiveOutput: vouched(receiveOutput), receiveCompletion: vouched(receiveCompletion),
            receiveCancel: vouched(receiveCancel), receiveRequest: vouched(receiveRequest))
    }
}
