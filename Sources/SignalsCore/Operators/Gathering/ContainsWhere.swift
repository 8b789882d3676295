extension Publishers {
    /// The publisher that `contains(where:)` returns.
    @frozen
    public struct ContainsWhere<Upstream: Publisher>: Publisher {
        /// True if one of upstream's values fulfils the condition.
        public typealias Output = Bool

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
            upstream.subscribe(Gathering("ContainsWhere", to: subscriber, .contains(where: predicate)))
        }
    }
}

extension Reduction where Output == Bool {
    /// Puts out whether a value fulfils a condition.
    @inlinable
    static func contains(where predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) -> Reduction {
        remembering(false) { _, value throws(Thrown) in try predicate(value) ? (true, .isComplete) : (nil, .needsMore) }
    }
}
