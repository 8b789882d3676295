@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension AnySubscriber {
    /// A subscriber made of closures, which are called serially on the threads that deliver.
    ///
    /// - Parameters:
    ///   - receiveSubscription: called with the subscription; without it nothing is ever asked for.
    ///   - receiveValue: called with each value; returns how many more are wanted. Without it none are.
    ///   - receiveCompletion: called once with the completion.
    @inlinable
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        let receiveSubscription = vouched(receiveSubscription)
        let receiveValue = vouched(receiveValue)
        let receiveCompletion = vouched(receiveCompletion)
        self.init(
            combineIdentifier: CombineIdentifier(), receiveSubscription: receiveSubscription,
            receiveValue: receiveValue, receiveCompletion: receiveCompletion)
    }
}
