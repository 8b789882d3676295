/// The namespace of ready-made subscriptions. Combine's `Subscriptions`.
public enum Subscriptions {
    /// A subscription that delivers nothing, for a publisher that ends at once.
    ///
    /// ```swift
    /// subscriber.receive(subscription: Subscriptions.empty)
    /// subscriber.receive(completion: .finished)
    /// ```
    public static var empty: any Subscription { EmptySubscription.shared }
}

private final class EmptySubscription: Subscription, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    static let shared = EmptySubscription()

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {}

    var description: String { "Empty" }

    var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    var playgroundDescription: Any { description }
}
