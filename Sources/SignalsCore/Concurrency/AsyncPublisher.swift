/// The values of a publisher that cannot fail, as an asynchronous sequence. Combine's `AsyncPublisher`.
///
/// ```swift
/// for await failed in result.$hasError.values where failed { break }
/// ```
///
/// **Demand**: one value at a time, when the loop asks for it. **Completion**: ends the loop; so does the cancelling of
/// its task. **Threads**: the subscription begins with the loop, on its thread, and is cancelled when the loop is left.
@frozen
public struct AsyncPublisher<P: Publisher>: AsyncSequence, Sendable where P.Failure == Never {
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

        @usableFromInline let subscription: AsyncSubscription<P.Output, Never>

        @inlinable
        init(subscription: AsyncSubscription<P.Output, Never>) {
            self.subscription = subscription
        }

        /// Returns the next value, awaited, or nil at the end.
        @inlinable
        public mutating func next() async -> Element? {
            await next(isolation: nil)
        }

        /// Returns the next value, awaited on the given actor, or nil at the end.
        ///
        /// - Parameter actor: the loop's actor, which is left only to wait.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            if let value = subscription.poll() { return value }
            return switch await subscription.subscriber.next(isolation: actor) {
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
    @inlinable
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}
