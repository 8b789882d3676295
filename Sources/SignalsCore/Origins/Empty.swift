/// A publisher of no values, which finishes at once or never. Combine's `Empty`.
///
/// ```swift
/// Empty<Int, Never>().collect().sink { print($0) }  // prints []
/// ```
///
/// **Demand**: none is needed. **Completion**: finishes on the thread that subscribes, or never.
@frozen
public struct Empty<Output: Sendable, Failure: Error>: Publisher, Equatable {
    /// True if it finishes at once, false if never.
    public let completeImmediately: Bool

    /// A publisher of no values.
    ///
    /// - Parameter completeImmediately: true to finish at once; false to finish never.
    @inlinable
    public init(completeImmediately: Bool = true) {
        self.completeImmediately = completeImmediately
    }

    /// A publisher of no values.
    ///
    /// - Parameters:
    ///   - completeImmediately: true to finish at once; false to finish never.
    ///   - outputType: the kind of values it never delivers.
    ///   - failureType: the kind of error it never delivers.
    @inlinable
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.completeImmediately = completeImmediately
    }

    /// Finishes, if it does so at all.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        if completeImmediately { subscriber.receive(completion: .finished) }
    }
}
