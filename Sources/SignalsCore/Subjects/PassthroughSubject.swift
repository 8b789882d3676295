/// A subject that passes on what is sent to it and keeps nothing. Combine's `PassthroughSubject`.
///
/// ```swift
/// let saves = PassthroughSubject<String, Never>()
/// let printing = saves.sink { print("saved:", $0) }
/// saves.send("Water plants")  // prints "saved: Water plants"
/// ```
///
/// **Demand**: a value is dropped for a subscriber that has not asked for it. **Completion**: subscribers that come
/// after it receive it at once. **Threads**: values are delivered on the thread that sends; when two threads send at
/// once, one of them delivers both, in one order for all subscribers, and the other goes on.
public final class PassthroughSubject<Output: Sendable, Failure: Error>: Subject {
    @usableFromInline let hub = PassthroughHub<Output, Failure>()

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
        hub.send(input)
    }

    /// Ends the subject, tells its subscribers and lets go of them.
    ///
    /// - Parameter completion: how it ended.
    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) {
        hub.pass(.completion(completion))
    }

    /// Gives the subject an upstream, from which it asks for values without limit.
    ///
    /// - Parameter subscription: the upstream's subscription.
    @inlinable
    public func send(subscription: any Subscription) {
        hub.pass(.upstream(subscription))
    }

    /// Attaches a subscriber, which receives what is sent from now on.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subscription = SubjectSubscription("PassthroughSubject", hub)
        let target = SubjectTarget<Output, Failure>(
            subscription,
            receiveValue: { subscriber.receive($0) },
            receiveCompletion: { subscriber.receive(completion: $0) })
        hub.pass(.attach(target) { subscriber.receive(subscription: $0) })
    }
}
