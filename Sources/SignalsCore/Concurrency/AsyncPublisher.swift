/// The values of a publisher that cannot fail, as an asynchronous sequence. Combine's `AsyncPublisher`.
///
/// ```swift
/// for await failed in result.$hasError.values where failed { break }
/// ```
///
/// **Demand**: one value at a time, when the loop asks for it. **Completion**: ends the loop; so does the cancelling of
/// its task. **Threads**: the subscription begins with the loop, and is cancelled when the loop is left.
public struct AsyncPublisher<P: Publisher>: AsyncSequence, Sendable where P.Failure == Never {
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
        let subscriber = AsyncSubscriber<P.Output, Never>()
        publisher.subscribe(subscriber)
        return Iterator(subscription: AsyncSubscription(subscriber))
    }

    /// A loop over the values.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        /// The publisher's values.
        public typealias Element = P.Output

        let subscription: AsyncSubscription<P.Output, Never>

        /// The next value, awaited, or nil at the end.
        public mutating func next() async -> Element? {
            switch await subscription.next() {
            case .value(let value): value
            case .completion: nil
            }
        }
    }
}

extension Publisher where Failure == Never {
    /// The values as an asynchronous sequence.
    ///
    /// - Returns: a sequence to loop over with `for await`.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}
