/// A publisher of one value. Combine's `Just`.
///
/// ```swift
/// Just(42).sink { print($0) }  // prints 42
/// ```
///
/// **Demand**: the value waits until it is asked for. **Completion**: finishes after the value. **Threads**: delivers on
/// the thread that asks.
@frozen
public struct Just<Output: Sendable>: Publisher {
    /// It cannot fail.
    public typealias Failure = Never

    /// The value.
    public let output: Output

    /// A publisher of one value.
    ///
    /// - Parameter output: the value.
    @inlinable
    public init(_ output: Output) {
        self.output = output
    }

    /// Attaches the subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.receive(subscription: OneShotSubscription("Just", output, to: subscriber))
    }
}

extension Just: Equatable where Output: Equatable {}
