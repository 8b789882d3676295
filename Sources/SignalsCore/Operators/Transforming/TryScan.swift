extension Publishers {
    /// The publisher that `tryScan(_:_:)` returns.
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

        @inlinable
        package init(
            _ upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                ScanSubscriber(
                    "TryScan", AnyFailure<Upstream.Failure>.self, to: subscriber, initialResult, nextPartialResult))
        }
    }
}
