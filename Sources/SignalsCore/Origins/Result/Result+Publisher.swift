extension Result where Success: Sendable {
    /// A publisher of this result.
    ///
    /// ```swift
    /// Result { try load() }.publisher.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// ```
    ///
    /// **Demand**: the value waits until it is asked for. **Completion**: finishes after the value, or fails at once.
    @inlinable
    public var publisher: Publisher { Publisher(self) }

    /// A publisher of one value or one error. Combine's `Result.Publisher`.
    @frozen
    public struct Publisher: SignalsCore.Publisher {
        /// The value's type.
        public typealias Output = Success

        /// The value, or the error.
        public let result: Result<Success, Failure>

        /// A publisher of a result.
        ///
        /// - Parameter result: the value, or the error.
        @inlinable
        public init(_ result: Result<Success, Failure>) {
            self.result = result
        }

        /// A publisher of one value.
        ///
        /// - Parameter output: the value.
        @inlinable
        public init(_ output: Output) {
            self.init(.success(output))
        }

        /// A publisher that fails.
        ///
        /// - Parameter failure: the error.
        @inlinable
        public init(_ failure: Failure) {
            self.init(.failure(failure))
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            switch result {
            case .success(let output):
                subscriber.receive(subscription: OneShotSubscription("Once", output, to: subscriber))
            case .failure(let error):
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .failure(error))
            }
        }
    }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
