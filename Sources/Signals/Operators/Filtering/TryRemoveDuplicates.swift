extension Publisher {
    /// Leaves out each value that is a duplicate of the last one that passed, as a closure decides that may throw.
    ///
    /// ```swift
    /// files.tryRemoveDuplicates { try contents(of: $0) == contents(of: $1) }
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion**: upstream's, or the
    /// error that the closure throws, which cancels upstream. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter predicate: whether the second value is a duplicate of the first.
    /// - Returns: a publisher of the values that are no duplicates.
    @inlinable
    @available(swift, introduced: 6)
    public func tryRemoveDuplicates(
        by predicate: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/tryRemoveDuplicates(by:)`` returns.
    @frozen
    public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// Whether the second value is a duplicate of the first.
        public let predicate: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool

        /// A publisher of another's values without duplicates, until it cannot tell.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - predicate: whether the second value is a duplicate of the first.
        @inlinable
        @available(swift, introduced: 6)
        public init(
            upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("TryRemoveDuplicates", to: subscriber, .removeDuplicates(by: predicate)))
        }
    }
}
