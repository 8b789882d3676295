/// The values of a publisher as an asynchronous sequence that throws its error. Combine's `AsyncThrowingPublisher`.
///
/// ```swift
/// for try await line in lines.values { print(line) }
/// ```
///
/// **Demand**: one value at a time, when the loop asks for it. **Completion**: ends the loop, a failure by throwing it;
/// the cancelling of its task ends the loop too. **Threads**: the subscription begins with the loop, and is cancelled
/// when the loop is left.
@frozen
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence, Sendable {
    /// The publisher's values.
    public typealias Element = P.Output

    /// A loop over the values.
    public typealias AsyncIterator = Iterator

    @usableFromInline let publisher: P

    /// The values of a publisher.
    ///
    /// - Parameter publisher: the publisher, subscribed to by each loop.
    @inlinable
    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Begins a loop: subscribes.
    @inlinable
    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: AsyncSubscription(to: publisher))
    }

    /// A loop over the values.
    @frozen
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        /// The publisher's values.
        public typealias Element = P.Output

        @usableFromInline let subscription: AsyncSubscription<P.Output, P.Failure>

        @inlinable
        init(subscription: AsyncSubscription<P.Output, P.Failure>) {
            self.subscription = subscription
        }

        /// Returns the next value, awaited, or nil at the end.
        ///
        /// - Throws: the publisher's error.
        @inlinable
        public mutating func next() async throws -> Element? {
            try await next(isolation: nil)
        }

        /// Returns the next value, awaited on the given actor, or nil at the end.
        ///
        /// - Parameter actor: the loop's actor, which is left only to wait.
        /// - Throws: the publisher's error.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            if let value = subscription.poll() { return value }
            switch await subscription.subscriber.next(isolation: actor) {
            case .value(let value): return value
            case .completion(.finished): return nil
            case .completion(.failure(let error)): throw error
            }
        }
    }
}

extension Publisher {
    /// The values as an asynchronous sequence.
    ///
    /// - Returns: a sequence to loop over with `for try await`.
    @inlinable
    public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}
