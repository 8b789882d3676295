import SignalsCore

/// A relay that delivers each value to the subscribers it has at that moment: a `PassthroughSubject` that cannot end.
///
/// ```swift
/// let taps = PassthroughRelay<String>()
/// let printing = taps.sink { print($0) }
/// taps.accept("Save")
/// ```
///
/// **Demand**: a value is dropped for a subscriber that has not asked for it. **Completion**: never. **Threads**: those
/// of the subject, the thread that accepts or one that is inside a subscriber.
public final class PassthroughRelay<Output: Sendable>: Relay {
    /// It cannot fail.
    public typealias Failure = Never

    private let subject = PassthroughSubject<Output, Never>()

    /// A relay without subscribers.
    public init() {}

    /// Delivers a value to the subscribers that want one.
    ///
    /// - Parameter value: the value.
    public func accept(_ value: Output) {
        subject.send(value)
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subject.receive(subscriber: subscriber)
    }
}
