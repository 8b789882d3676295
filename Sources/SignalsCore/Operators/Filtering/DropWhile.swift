extension Publishers {
    /// The publisher that `drop(while:)` returns.
    @frozen
    public struct DropWhile<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// Returns true if a value is to be left out.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        @inlinable
        package init(_ upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("DropWhile", to: subscriber, .drop(while: predicate)))
        }
    }
}

extension Step where Input == Output {
    /// Passes on the first value that does not fulfil a condition, and all after it.
    @inlinable
    static func drop(while predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) -> Step {
        let passed = Counter()
        return Step { value throws(Thrown) in
            if passed.value == 0 {
                if try predicate(value) { return .skip }
                _ = passed.next()
            }
            return .pass(value)
        }
    }
}
