extension Publishers {
    /// The publisher that `scan(_:_:)` returns.
    @frozen
    public struct Scan<Upstream: Publisher, Output: Sendable>: Publisher {
        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The result before the first value.
        public let initialResult: Output

        /// Makes a new result from the one before and a value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

        @inlinable
        package init(
            _ upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
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
                    "Scan", KeptFailure<Failure>.self, to: subscriber, initialResult, nextPartialResult))
        }
    }
}
