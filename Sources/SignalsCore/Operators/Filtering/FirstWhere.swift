extension Publishers {
    /// The publisher that `first(where:)` returns.
    @frozen
    public struct FirstWhere<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        @inlinable
        package init(_ upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Gathering("FirstWhere", to: subscriber, .first(where: predicate)))
        }
    }
}

extension Reduction where Input == Output {
    /// Puts out the first value that fulfils a condition.
    @inlinable
    static func first(where predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) -> Reduction {
        remembering(nil) { _, value throws(Thrown) in try predicate(value) ? (value, .isComplete) : (nil, .needsMore) }
    }
}
