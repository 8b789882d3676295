extension Publisher {
    /// Subscribes to upstream again when it fails.
    ///
    /// ```swift
    /// download.retry(3).replaceError(with: placeholder)  // four attempts in all
    /// ```
    ///
    /// **Demand** passes unchanged; what is outstanding at a failure is asked of the next attempt. **Completion**:
    /// upstream's when it finishes, or its failure when no attempt is left. **Threads**: subscribes again on the one
    /// that delivers the failure. An upstream that repeats its result, like ``Future``, is best made again by
    /// ``Deferred``.
    ///
    /// - Parameter retries: the greatest number of further subscriptions, zero or more.
    /// - Returns: a publisher of the values of all attempts.
    @inlinable
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}

extension Publishers {
    /// The publisher that `retry(_:)` returns.
    @frozen
    public struct Retry<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher to subscribe to.
        public let upstream: Upstream

        /// The maximum number of further subscriptions, or nil for no limit.
        public let retries: Int?

        /// A publisher that subscribes to another again when that fails.
        ///
        /// - Parameters:
        ///   - upstream: the publisher to subscribe to.
        ///   - retries: the greatest number of further subscriptions, or nil for no limit.
        @inlinable
        public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Attempts(at: upstream, retries: retries, to: subscriber).subscribe()
        }
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}
