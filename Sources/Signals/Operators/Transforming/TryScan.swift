extension Publisher {
    /// Combines each value with the result before it by a closure that may throw, and delivers every result.
    ///
    /// ```swift
    /// lines.tryScan(0) { try $0 + parse($1).amount }
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: upstream's, or the error that the closure throws, which cancels
    /// upstream. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameters:
    ///   - initialResult: the result before the first value.
    ///   - nextPartialResult: makes a new result from the one before and a value, or throws.
    /// - Returns: a publisher of the results.
    @inlinable
    @available(swift, introduced: 6)
    public func tryScan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T> {
        Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publishers {
    /// What ``Publisher/tryScan(_:_:)`` returns.
    @frozen
    public struct TryScan<Upstream: Publisher, Output: Sendable>: Publisher {
        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The result before the first value.
        public let initialResult: Output

        /// Makes a new result from the one before and a value, or throws.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) throws -> Output

        /// A publisher of the results of another's values so far, until there is none.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - initialResult: the result before the first value.
        ///   - nextPartialResult: makes a new result from the one before and a value, or throws.
        @inlinable
        @available(swift, introduced: 6)
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("TryScan", to: subscriber, .scan(initialResult, nextPartialResult)))
        }
    }
}
