/// A type that receives values from a publisher, as many as it asks for. Combine's `Subscriber`.
///
/// All calls to one subscriber are serial, though not all on one thread: see the rules of ``Publisher``. So a
/// subscriber is `Sendable`, which a class with mutable state earns with a lock.
public protocol Subscriber<Input, Failure>: Sendable, CustomCombineIdentifierConvertible {
    /// The kind of values that this subscriber receives.
    associatedtype Input: Sendable

    /// The kind of error that it may receive, or `Never`.
    associatedtype Failure: Error

    /// Tells the subscriber that it is attached and may ask for values.
    ///
    /// - Parameter subscription: the connection, to ask for values with ``Subscription/request(_:)`` and to cancel.
    func receive(subscription: any Subscription)

    /// Hands the subscriber a value that it asked for.
    ///
    /// - Parameter input: the value.
    /// - Returns: the number of further values that the subscriber wants, in addition to all it asked for before.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Tells the subscriber that the publisher has ended, normally or with an error.
    ///
    /// - Parameter completion: the end, normal or with an error.
    func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
    /// Hands a subscriber of `Void` the only value there is.
    ///
    /// - Returns: the number of further values that the subscriber wants.
    @inlinable
    public func receive() -> Subscribers.Demand {
        receive(())
    }
}
