/// The connection of a subscriber to a publisher. Combine's `Subscription`.
///
/// A subscription can be used from any thread, and also inside the callbacks of its subscriber. Cancelling it frees
/// what the publisher keeps for the subscriber; a subscription that was cancelled does nothing more.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Asks for values in addition to those that were asked for before.
    ///
    /// - Parameter demand: the number, at least one.
    func request(_ demand: Subscribers.Demand)
}
