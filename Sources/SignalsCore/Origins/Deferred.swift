/// A publisher that makes another for each subscriber. Combine's `Deferred`.
///
/// ```swift
/// let saving = Deferred { storage.addTask(name: "Water plants") }  // nothing is saved yet
/// ```
///
/// A ``Future`` starts its work when it is made; inside a `Deferred` it starts with each subscription.
/// **Demand** and **completion** are those of the publisher that is made.
@frozen
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    /// The values of the publisher that is made.
    public typealias Output = DeferredPublisher.Output

    /// The failure of the publisher that is made.
    public typealias Failure = DeferredPublisher.Failure

    /// Makes the publisher.
    public let createPublisher: @Sendable () -> DeferredPublisher

    @inlinable
    package init(_ createPublisher: @escaping @Sendable () -> DeferredPublisher, of type: DeferredPublisher.Type) {
        self.createPublisher = createPublisher
    }

    /// Makes the publisher and attaches the subscriber to it.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        createPublisher().receive(subscriber: subscriber)
    }
}
