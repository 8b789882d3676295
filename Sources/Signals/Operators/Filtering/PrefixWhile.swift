extension Publisher {
    /// Lets values pass as long as they fulfil a condition, and then finishes.
    ///
    /// ```swift
    /// [1, 2, 9, 3].publisher.prefix { $0 < 5 }.sink { print($0) }  // prints 1, 2
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: upstream's, or finished at the first value that does not fulfil the
    /// condition, when upstream is cancelled. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: whether a value is to pass.
    /// - Returns: a publisher of the values before the first that is not.
    @inlinable
    @available(swift, introduced: 6)
    public func prefix(while predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/prefix(while:)`` returns.
    @frozen
    public struct PrefixWhile<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// Whether a value is to pass.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// A publisher of the first values of another that fulfil a condition.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - predicate: whether a value is to pass.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
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
