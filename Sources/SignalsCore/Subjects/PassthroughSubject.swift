/// A subject that passes values on and keeps none. Combine's `PassthroughSubject`.
///
/// ```swift
/// let saves = PassthroughSubject<String, Never>()
/// let printing = saves.sink { print("saved:", $0) }
/// saves.send("Water plants")  // prints "saved: Water plants"
/// ```
///
/// **Demand**: a value is dropped for a subscriber that has not asked for it. **Completion**: subscribers that come
/// after it receive it at once. **Threads**: values are delivered on the thread that sends, in one order for all
/// subscribers, also when several threads send; see ``Subject``.
public final class PassthroughSubject<Output: Sendable, Failure: Error>: Subject {
    @usableFromInline let hub = Broadcast<Output, Failure>(.passthrough)

    /// A subject without subscribers.
    @inlinable
    public init() {}

    deinit {
        hub.cancelUpstreams()
    }

    /// Delivers a value to the subscribers that want one.
    ///
    /// - Parameter input: the value.
    @inlinable
    public func send(_ input: Output) {
        hub.passOn(input)
    }

    /// Ends the subject, notifies its subscribers and releases them.
    ///
    /// - Parameter completion: the end, normal or with an error.
    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) {
        hub.pass(.completion(completion))
    }

    /// Gives the subject an upstream, from which it asks for values without limit as soon as a subscriber wants some.
    ///
    /// - Parameter subscription: the upstream's subscription, cancelled when the subject ends or is released.
    @inlinable
    public func send(subscription: any Subscription) {
        hub.follow(subscription)
    }

    /// Attaches a subscriber, which receives all later values.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        hub.admit(subscriber)
    }
}
