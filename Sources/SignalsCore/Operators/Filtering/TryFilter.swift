extension Publishers {
    /// The publisher that `tryFilter(_:)` returns.
    @frozen
    public struct TryFilter<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let isIncluded: @Sendable (Upstream.Output) throws -> Bool

        @inlinable
        package init(_ upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("TryFilter", to: subscriber, .filter(isIncluded)))
        }
    }
}

extension Step where Input == Output {
    /// Passes on the values that fulfil a condition.
    @inlinable
    static func filter(_ isIncluded: @escaping @Sendable (Input) throws(Thrown) -> Bool) -> Step {
        Step { value throws(Thrown) in try isIncluded(value) ? .pass(value) : .skip }
    }
}
