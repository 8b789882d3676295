extension Publisher {
    /// Combines all values into one by a closure that may throw; the result is delivered when upstream finishes.
    ///
    /// ```swift
    /// lines.tryReduce(0) { try $0 + parse($1).amount }
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the result waits until it is asked for. **Completion**:
    /// upstream's, behind the result, which is `initialResult` if there was no value; or the error that the closure
    /// throws, which cancels upstream. A failure drops the result. **Threads**: the closure is called on those that
    /// deliver.
    ///
    /// - Parameters:
    ///   - initialResult: the result before the first value.
    ///   - nextPartialResult: makes a new result from the one before and a value, or throws.
    /// - Returns: a publisher of one result.
    @inlinable
    @available(swift, introduced: 6)
    public func tryReduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T> {
        Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publishers {
    /// What ``Publisher/tryReduce(_:_:)`` returns.
    @frozen
    public struct TryReduce<Upstream: Publisher, Output: Sendable>: Publisher {
        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The result before the first value.
        public let initial: Output

        /// Makes a new result from the one before and a value, or throws.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) throws -> Output

        /// A publisher of one result of all of another's values, unless there is none.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - initial: the result before the first value.
        ///   - nextPartialResult: makes a new result from the one before and a value, or throws.
        @inlinable
        @available(swift, introduced: 6)
        public init(
            upstream: Upstream, initial: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Gathering("TryReduce", to: subscriber, .reduce(initial, nextPartialResult)))
        }
    }
}
