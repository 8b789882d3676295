@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
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
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        let receiveSubscription = vouched(receiveSubscription)
        let receiveOutput = vouched(receiveOutput)
        let receiveCompletion = vouched(receiveCompletion)
        let receiveCancel = vouched(receiveCancel)
        let receiveRequest = vouched(receiveRequest)
        return Publishers.HandleEvents(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
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
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)?
    ) {
        let receiveSubscription = vouched(receiveSubscription)
        let receiveOutput = vouched(receiveOutput)
        let receiveCompletion = vouched(receiveCompletion)
        let receiveCancel = vouched(receiveCancel)
        let receiveRequest = vouched(receiveRequest)
        self.init(
            upstream, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
    }
}
