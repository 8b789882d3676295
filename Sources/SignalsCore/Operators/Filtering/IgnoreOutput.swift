extension Publisher {
    /// Leaves out all values, and passes on how upstream ends.
    ///
    /// ```swift
    /// upload.ignoreOutput().sink(receiveCompletion: { print("done:", $0) }, receiveValue: { _ in })
    /// ```
    ///
    /// **Demand**: asks upstream for values without limit. **Completion** passes unchanged.
    ///
    /// - Returns: a publisher of no values.
    @inlinable
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
        Publishers.IgnoreOutput(upstream: self)
    }
}

extension Publishers {
    /// The publisher that `ignoreOutput()` returns.
    @frozen
    public struct IgnoreOutput<Upstream: Publisher>: Publisher {
        /// It delivers no values.
        public typealias Output = Never

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher whose end is of interest.
        public let upstream: Upstream

        /// A publisher that leaves out all values of another.
        ///
        /// - Parameter upstream: the publisher whose end is of interest.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let nothing = Reduction<Upstream.Output, Never, Never>(take: { _ in .needsMore }, result: { nil })
            upstream.subscribe(Gathering("IgnoreOutput", to: subscriber, nothing))
        }
    }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}
