extension Publishers {
    /// The publisher that `allSatisfy(_:)` returns.
    @frozen
    public struct AllSatisfy<Upstream: Publisher>: Publisher {
        /// True if all of upstream's values fulfil the condition.
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
            upstream.subscribe(Gathering("AllSatisfy", to: subscriber, .allSatisfy(predicate)))
        }
    }
}

extension Reduction where Output == Bool {
    /// Puts out whether all values fulfil a condition.
    @inlinable
    static func allSatisfy(_ predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) -> Reduction {
        remembering(true) { _, value throws(Thrown) in try predicate(value) ? (nil, .needsMore) : (false, .isComplete) }
    }
}
