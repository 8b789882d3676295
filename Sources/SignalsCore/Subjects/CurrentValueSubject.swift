/// A subject that keeps its latest value and hands it to every new subscriber. Combine's `CurrentValueSubject`.
///
/// ```swift
/// let pending = CurrentValueSubject<Int, Never>(0)
/// let printing = pending.sink { print("pending:", $0) }  // prints "pending: 0"
/// pending.value += 1  // prints "pending: 1"
/// ```
///
/// **Demand**: a subscriber that has not asked for a value receives the latest one once it asks, without those between.
/// **Completion**: subscribers that come after it receive it at once, and no value. **Threads**: values are delivered on
/// the thread that sends, in the order in which `value` took them on, also when several threads send; see ``Subject``.
public final class CurrentValueSubject<Output: Sendable, Failure: Error>: Subject {
    @usableFromInline let hub: LatestValueHub<Output, Failure>

    /// A subject with a first value.
    ///
    /// - Parameter value: the value that subscribers receive first.
    @inlinable
    public init(_ value: Output) {
        hub = LatestValueHub(.currentValue, value)
    }

    deinit {
        hub.cancelUpstreams()
    }

    /// The latest value. Setting it sends it; after a completion it only changes.
    ///
    /// A change that reads and writes, like `value += 1`, is two steps: another thread may come between them.
    public var value: Output {
        @inlinable
        get { hub.latestValue }
        @inlinable
        set { if !hub.send(newValue) { hub.setSilently(newValue) } }
    }

    /// Takes on a value and delivers it.
    ///
    /// - Parameter input: the value.
    @inlinable
    public func send(_ input: Output) {
        hub.send(input)
    }

    /// Ends the subject, notifies its subscribers and releases them.
    ///
    /// - Parameter completion: the end, normal or with an error.
    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) {
        hub.complete(completion)
    }

    /// Gives the subject an upstream, from which it asks for values without limit.
    ///
    /// - Parameter subscription: the upstream's subscription.
    @inlinable
    public func send(subscription: any Subscription) {
        hub.follow(subscription)
    }

    /// Attaches a subscriber, which receives the latest value, then each new one.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        hub.attach(subscriber)
    }
}
