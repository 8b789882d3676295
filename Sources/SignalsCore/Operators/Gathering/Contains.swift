extension Publisher where Output: Equatable {
    /// Delivers whether a value is among upstream's: true as soon as it comes, false when upstream finishes without.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.contains(2).sink { print($0) }  // prints true
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit; the answer waits until it is asked for. **Completion**: after
    /// the answer; `true` cancels upstream. A failure passes unchanged.
    ///
    /// - Parameter output: the value.
    /// - Returns: a publisher of one answer.
    @inlinable
    public func contains(_ output: Output) -> Publishers.Contains<Self> {
        Publishers.Contains(upstream: self, output: output)
    }
}

extension Publishers {
    /// The publisher that `contains(_:)` returns.
    @frozen
    public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
        /// True if the value is among upstream's.
        public typealias Output = Bool

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The value that is looked for.
        public let output: Upstream.Output

        /// A publisher of whether a value is among another's.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - output: the value that is looked for.
        @inlinable
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Gathering("Contains", to: subscriber, .contains { [output] in $0 == output }))
        }
    }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}
