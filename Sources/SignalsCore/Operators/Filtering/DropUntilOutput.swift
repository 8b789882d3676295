extension Publisher {
    /// Leaves out values until another publisher delivers one.
    ///
    /// ```swift
    /// taps.drop(untilOutputFrom: isReady)
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. The other publisher is asked for one
    /// value, and cancelled after it. **Completion** passes unchanged. Before the other publisher's value its own
    /// completion ends this one too, since nothing could pass any more.
    ///
    /// - Parameter publisher: the other publisher.
    /// - Returns: a publisher of the values after the other's first one.
    @inlinable
    public func drop<P: Publisher>(
        untilOutputFrom publisher: P
    ) -> Publishers.DropUntilOutput<Self, P> where Failure == P.Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}

extension Publishers {
    /// The publisher that `drop(untilOutputFrom:)` returns.
    @frozen
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The publisher whose first value lets values pass.
        public let other: Other

        /// A publisher that leaves out the values of another until a third one delivers.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - other: the publisher whose first value lets values pass.
        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let turnstile = Turnstile("DropUntilOutput", .closed, to: subscriber)
            other.subscribe(
                turnstile.watcher(for: Other.self, onValue: .open, onCompletion: { .ended($0) }))
            upstream.subscribe(turnstile)
        }
    }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
