extension Publisher {
    /// Lets values pass until another publisher delivers one, and then finishes.
    ///
    /// ```swift
    /// samples.prefix(untilOutputFrom: stopButton)
    /// ```
    ///
    /// **Demand** passes unchanged; the other publisher is asked for one value. **Completion**: upstream's, or finished
    /// when the other publisher delivers, which cancels upstream. The other publisher's own completion does nothing.
    ///
    /// - Parameter publisher: the other publisher.
    /// - Returns: a publisher of the values before the other's first one.
    @inlinable
    public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}

extension Publishers {
    /// The publisher that `prefix(untilOutputFrom:)` returns.
    @frozen
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The publisher whose first value ends this one.
        public let other: Other

        /// A publisher of the values of another until a third one delivers.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - other: the publisher whose first value ends this one.
        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let turnstile = Turnstile("PrefixUntilOutput", .open, to: subscriber)
            other.subscribe(
                turnstile.watcher(for: Other.self, onValue: .ended(.finished), onCompletion: { _ in nil }))
            upstream.subscribe(turnstile)
        }
    }
}
