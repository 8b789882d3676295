@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension AnySubscriber {
    /// A subscriber made of closures, which are called serially on the threads that deliver.
    ///
    /// - Parameters:
    ///   - receiveSubscription: called with the subscription; without it nothing is ever asked for.
    ///   - receiveValue: called with each value; returns how many more are wanted. Without it none are.
    ///   - receiveCompletion: called once with the completion.
    @inlinable
    public init(
        receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
        receiveValue: (@Sendable (Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        self.init(
            combineIdentifier: CombineIdentifier(), receiveSubscription: receiveSubscription,
            receiveValue: receiveValue, receiveCompletion: receiveCompletion)
    }
}
