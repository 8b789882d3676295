import SignalsCore

/// A relay that keeps its latest value and hands it to every new subscriber: a `CurrentValueSubject` that cannot end.
///
/// ```swift
/// let pending = CurrentValueRelay(0)
/// let printing = pending.sink { print("pending:", $0) }  // prints "pending: 0"
/// pending.accept(1)  // prints "pending: 1"
/// ```
///
/// **Demand**: a subscriber that has not asked for a value receives the latest one once it asks, without those between.
/// **Completion**: never. **Threads**: those of the subject, the thread that accepts or one that is inside a subscriber.
public final class CurrentValueRelay<Output: Sendable>: Relay {
    /// It cannot fail.
    public typealias Failure = Never

    private let subject: CurrentValueSubject<Output, Never>

    /// A relay with a first value.
    ///
    /// - Parameter value: the value that subscribers receive first.
    public init(_ value: Output) {
        subject = CurrentValueSubject(value)
    }

    /// The latest value. It may be read from any thread.
    public var value: Output { subject.value }

    /// Takes on a value and delivers it.
    ///
    /// - Parameter value: the value.
    public func accept(_ value: Output) {
        subject.send(value)
    }

    /// Attaches a subscriber, which receives the latest value, then each new one.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subject.receive(subscriber: subscriber)
    }
}
