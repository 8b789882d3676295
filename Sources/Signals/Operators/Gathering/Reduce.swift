extension Publisher {
    /// Combines all values into one, which is delivered when upstream finishes.
    ///
    /// ```swift
    /// (1...4).publisher.reduce(0) { $0 + $1 }.sink { print($0) }  // prints 10
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the result waits until it is asked for. **Completion**:
    /// upstream's, behind the result, which is `initialResult` if there was no value. A failure drops it. **Threads**:
    /// the closure is called on those that deliver.
    ///
    /// - Parameters:
    ///   - initialResult: the result before the first value.
    ///   - nextPartialResult: makes a new result from the one before and a value.
    /// - Returns: a publisher of one result.
    @inlinable
    @available(swift, introduced: 6)
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publishers {
    /// What ``Publisher/reduce(_:_:)`` returns.
    @frozen
    public struct Reduce<Upstream: Publisher, Output: Sendable>: Publisher {
        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The result before the first value.
        public let initial: Output

        /// Makes a new result from the one before and a value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

        /// A publisher of one result of all of another's values.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - initial: the result before the first value.
        ///   - nextPartialResult: makes a new result from the one before and a value.
        @inlinable
        @available(swift, introduced: 6)
        public init(
            upstream: Upstream, initial: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Gathering("Reduce", to: subscriber, .reduce(initial, nextPartialResult)))
        }
    }
}

extension Reduction {
    /// Puts out what the closure has made of all values.
    @inlinable
    static func reduce(
        _ initial: Output, _ next: @escaping @Sendable (Output, Input) throws(Thrown) -> Output
    ) -> Reduction {
        remembering(initial) { result, value throws(Thrown) in (try next(result ?? initial, value), .needsMore) }
    }
}
