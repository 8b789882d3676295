extension Publisher {
    /// Lets pass only the values that fulfil a condition which may throw.
    ///
    /// ```swift
    /// lines.tryFilter { try parse($0).isDone }
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion**: upstream's, or the
    /// error that the closure throws, which cancels upstream. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter isIncluded: whether a value is to pass.
    /// - Returns: a publisher of the values that pass.
    @inlinable
    @available(swift, introduced: 6)
    public func tryFilter(_ isIncluded: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers {
    /// What ``Publisher/tryFilter(_:)`` returns.
    @frozen
    public struct TryFilter<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let isIncluded: @Sendable (Upstream.Output) throws -> Bool

        /// A publisher that lets pass only some values of another, until it cannot tell.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - isIncluded: the condition.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("TryFilter", to: subscriber, .filter(isIncluded)))
        }
    }
}

extension Publishers.TryFilter {
    /// Lets pass only the values that fulfil both conditions, in one step.
    ///
    /// - Parameter isIncluded: the second condition.
    /// - Returns: a publisher of the values that pass.
    @inlinable
    @available(swift, introduced: 6)
    public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
        Publishers.TryFilter(upstream: upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) }
    }

    /// Lets pass only the values that fulfil both conditions, in one step.
    ///
    /// - Parameter isIncluded: the second condition, which may throw.
    /// - Returns: a publisher of the values that pass.
    @inlinable
    @available(swift, introduced: 6)
    public func tryFilter(
        _ isIncluded: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
        Publishers.TryFilter(upstream: upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) }
    }
}

extension Publishers.Filter {
    /// Lets pass only the values that fulfil both conditions, in one step.
    ///
    /// - Parameter isIncluded: the second condition, which may throw.
    /// - Returns: a publisher of the values that pass.
    @inlinable
    @available(swift, introduced: 6)
    public func tryFilter(
        _ isIncluded: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
        Publishers.TryFilter(upstream: upstream) { [first = self.isIncluded] in try first($0) && isIncluded($0) }
    }
}

extension Step where Input == Output {
    /// Passes on the values that fulfil a condition.
    @inlinable
    static func filter(_ isIncluded: @escaping @Sendable (Input) throws(Thrown) -> Bool) -> Step {
        Step { value throws(Thrown) in try isIncluded(value) ? .pass(value) : .skip }
    }
}
