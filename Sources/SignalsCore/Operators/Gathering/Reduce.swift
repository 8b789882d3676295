extension Publishers {
    /// The publisher that `reduce(_:_:)` returns.
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

        @inlinable
        package init(
            _ upstream: Upstream, initial: Output,
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
