extension Publisher {
    /// Transforms each value by a closure that may throw, and leaves out what comes out as nil.
    ///
    /// ```swift
    /// lines.tryCompactMap { $0.isEmpty ? nil : try parse($0) }
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion**: upstream's, or the
    /// error that the closure throws, which cancels upstream. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter transform: makes a new value from each value, or nil, or throws.
    /// - Returns: a publisher of the new values.
    @inlinable
    @available(swift, introduced: 6)
    public func tryCompactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// What ``Publisher/tryCompactMap(_:)`` returns.
    @frozen
    public struct TryCompactMap<Upstream: Publisher, Output: Sendable>: Publisher {
        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The transformation.
        public let transform: @Sendable (Upstream.Output) throws -> Output?

        /// A publisher that transforms the values of another and leaves out nil, until it cannot.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - transform: the transformation.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("TryCompactMap", to: subscriber, .compactMap(transform)))
        }
    }
}

extension Publishers.TryCompactMap {
    /// Transforms twice in one step.
    ///
    /// - Parameter transform: makes a value or nil from what the first transformation makes, or throws.
    /// - Returns: a publisher of the new values.
    @inlinable
    @available(swift, introduced: 6)
    public func compactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Upstream, T> {
        Publishers.TryCompactMap(upstream: upstream) { [first = self.transform] in try first($0).flatMap(transform) }
    }
}
