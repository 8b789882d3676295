/// The values of a publisher as an asynchronous sequence that throws its error. Combine's `AsyncThrowingPublisher`.
///
/// ```swift
/// for try await line in lines.values { print(line) }
/// ```
///
/// **Demand**: one value at a time, when the loop asks for it. **Completion**: ends the loop, a failure by throwing it;
/// the cancelling of its task ends the loop too. **Threads**: the subscription begins with the loop, and is cancelled
/// when the loop is left.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence, Sendable {
    /// The publisher's values.
    public typealias Element = P.Output

    /// A loop over the values.
    public typealias AsyncIterator = Iterator

    private let publisher: P

    /// The values of a publisher.
    ///
    /// - Parameter publisher: the publisher, subscribed to by each loop.
    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Begins a loop: subscribes.
    public func makeAsyncIterator() -> Iterator {
        let subscriber = AsyncSubscriber<P.Output, P.Failure>()
        publisher.subscribe(subscriber)
        return Iterator(subscription: AsyncSubscription(subscriber))
    }

    /// A loop over the values.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        /// The publisher's values.
        public typealias Element = P.Output

        let subscription: AsyncSubscription<P.Output, P.Failure>

        /// The next value, awaited, or nil at the end.
        ///
        /// - Throws: the publisher's error.
        public mutating func next() async throws -> Element? {
            switch await subscription.next() {
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
    public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}
