/// A publisher that fails at once. Combine's `Fail`.
///
/// ```swift
/// func load(_ name: String) -> AnyPublisher<HouseholdTask, StorageError> {
///     name.isEmpty ? Fail(error: .nameMissing).eraseToAnyPublisher() : fetch(name)
/// }
/// ```
///
/// **Demand**: none is needed. **Completion**: the failure, on the thread that subscribes.
@frozen
public struct Fail<Output: Sendable, Failure: Error>: Publisher {
    /// The error.
    public let error: Failure

    /// A publisher that fails with the given error.
    ///
    /// - Parameter error: the error.
    @inlinable
    public init(error: Failure) {
        self.error = error
    }

    /// A publisher that fails with the given error.
    ///
    /// - Parameters:
    ///   - outputType: the kind of values it never delivers.
    ///   - failure: the error.
    @inlinable
    public init(outputType: Output.Type, failure: Failure) {
        error = failure
    }

    /// Fails.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(error))
    }
}

extension Fail: Equatable where Failure: Equatable {}
