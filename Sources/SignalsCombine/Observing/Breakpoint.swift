@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
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
        receiveSubscription: ((any Subscription) -> Bool)? = nil,
        receiveOutput: ((Output) -> Bool)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) -> Publishers.Breakpoint<Self> {
        let receiveSubscription = vouched(receiveSubscription)
        let receiveOutput = vouched(receiveOutput)
        let receiveCompletion = vouched(receiveCompletion)
        return Publishers.Breakpoint(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
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
        receiveSubscription: ((any Subscription) -> Bool)? = nil,
        receiveOutput: ((Upstream.Output) -> Bool)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) {
        let receiveSubscription = vouched(receiveSubscription)
        let receiveOutput = vouched(receiveOutput)
        let receiveCompletion = vouched(receiveCompletion)
        self.init(
            upstream, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion)
    }
}
