extension Publishers {
    /// The publisher that `prefix(while:)` returns.
    @frozen
    public struct PrefixWhile<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// Returns true if a value is to pass.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        @inlinable
        package init(_ upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("PrefixWhile", to: subscriber, .prefix(while: predicate)))
        }
    }
}

extension Step where Input == Output {
    /// Passes on values until one does not fulfil a condition.
    @inlinable
    static func prefix(while predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) -> Step {
        Step { value throws(Thrown) in try predicate(value) ? .pass(value) : .finish }
    }
}
