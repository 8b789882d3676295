extension Publishers {
    /// The publisher that `tryReduce(_:_:)` returns.
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

        @inlinable
        package init(
            _ upstream: Upstream, initial: Output,
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
