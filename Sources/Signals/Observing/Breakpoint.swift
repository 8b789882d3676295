@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Stops in the debugger when a closure says so.
    ///
    /// ```swift
    /// saves.breakpoint(receiveOutput: { $0.name.isEmpty })
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged. **Threads**: each closure is called where its event happens, before
    /// the event is passed on; if it returns true the signal `SIGTRAP` is raised there, which ends a program that runs
    /// without a debugger.
    ///
    /// - Parameters:
    ///   - receiveSubscription: returns true to stop at the subscription.
    ///   - receiveOutput: returns true to stop at a value.
    ///   - receiveCompletion: returns true to stop at the completion.
    /// - Returns: a publisher of the same values.
    public func breakpoint(
        receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
        receiveOutput: (@Sendable (Output) -> Bool)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)? = nil
    ) -> Publishers.Breakpoint<Self> {
        Publishers.Breakpoint(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.Breakpoint {
    /// A publisher that stops in the debugger at some events of another.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the events.
    ///   - receiveSubscription: returns true to stop at the subscription.
    ///   - receiveOutput: returns true to stop at a value.
    ///   - receiveCompletion: returns true to stop at the completion.
    public init(
        upstream: Upstream,
        receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
        receiveOutput: (@Sendable (Upstream.Output) -> Bool)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)? = nil
    ) {
        self.init(
            upstream, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion)
    }
}
