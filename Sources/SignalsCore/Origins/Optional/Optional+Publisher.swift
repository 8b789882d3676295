extension Optional where Wrapped: Sendable {
    /// A publisher of this value, or of none.
    ///
    /// ```swift
    /// Int("42").publisher.sink { print($0) }  // prints 42
    /// ```
    ///
    /// **Demand**: the value waits until it is asked for. **Completion**: finishes after the value, or at once.
    @inlinable
    public var publisher: Publisher { Publisher(self) }

    /// A publisher of one value or of none. Combine's `Optional.Publisher`.
    @frozen
    public struct Publisher: SignalsCore.Publisher {
        /// The value's type.
        public typealias Output = Wrapped

        /// It cannot fail.
        public typealias Failure = Never

        /// The value, or nil for none.
        public let output: Wrapped?

        /// A publisher of one value or of none.
        ///
        /// - Parameter output: the value, or nil for none.
        @inlinable
        public init(_ output: Output?) {
            self.output = output
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            guard let output else {
                subscriber.receive(subscription: Subscriptions.empty)
                return subscriber.receive(completion: .finished)
            }
            subscriber.receive(subscription: OneShotSubscription("Optional", output, to: subscriber))
        }
    }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
