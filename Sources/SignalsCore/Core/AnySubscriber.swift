/// A subscriber whose type is hidden. Combine's `AnySubscriber`.
@frozen
public struct AnySubscriber<Input: Sendable, Failure: Error>: Subscriber, CustomStringConvertible,
    CustomReflectable, CustomPlaygroundDisplayConvertible
{
    /// The identifier of the wrapped subscriber, or one of its own.
    public let combineIdentifier: CombineIdentifier

    @usableFromInline let receiveSubscription: @Sendable (any Subscription) -> Void
    @usableFromInline let receiveValue: @Sendable (Input) -> Subscribers.Demand
    @usableFromInline let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

    /// Hides the type of a subscriber.
    ///
    /// - Parameter subscriber: the subscriber to wrap.
    @inlinable
    public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        if let erased = subscriber as? AnySubscriber<Input, Failure> {
            self = erased
        } else {
            combineIdentifier = subscriber.combineIdentifier
            receiveSubscription = { subscriber.receive(subscription: $0) }
            receiveValue = { subscriber.receive($0) }
            receiveCompletion = { subscriber.receive(completion: $0) }
        }
    }

    @inlinable
    package init(
        combineIdentifier: CombineIdentifier,
        receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
        receiveValue: (@Sendable (Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        self.combineIdentifier = combineIdentifier
        self.receiveSubscription = receiveSubscription ?? { _ in }
        self.receiveValue = receiveValue ?? { _ in .none }
        self.receiveCompletion = receiveCompletion ?? { _ in }
    }

    /// Passes the subscription on.
    @inlinable
    public func receive(subscription: any Subscription) {
        receiveSubscription(subscription)
    }

    /// Passes the value on.
    @inlinable
    public func receive(_ value: Input) -> Subscribers.Demand {
        receiveValue(value)
    }

    /// Passes the completion on.
    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) {
        receiveCompletion(completion)
    }

    /// `AnySubscriber`.
    public var description: String { "AnySubscriber" }

    /// Nothing but the type.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    /// The description that a playground shows.
    public var playgroundDescription: Any { description }
}
