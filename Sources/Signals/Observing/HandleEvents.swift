@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
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

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.HandleEvents {
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
        self.init(
            upstream, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
    }
}
