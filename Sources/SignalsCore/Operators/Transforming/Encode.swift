extension Publisher where Output: Encodable {
    /// Encodes each value.
    ///
    /// ```swift
    /// tasks.encode(encoder: JSONEncoder())
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: upstream's, or the error that the encoder throws, which cancels
    /// upstream. **Threads**: encodes on those that deliver.
    ///
    /// - Parameter encoder: the encoder, for example a `JSONEncoder`.
    /// - Returns: a publisher of what the encoder makes of the values, for example `Data`.
    @inlinable
    public func encode<Coder: TopLevelEncoder & Sendable>(encoder: Coder) -> Publishers.Encode<Self, Coder>
    where Coder.Output: Sendable {
        Publishers.Encode(upstream: self, encoder: encoder)
    }
}

extension Publishers {
    /// The publisher that `encode(encoder:)` returns.
    @frozen
    public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder & Sendable>: Publisher
    where Upstream.Output: Encodable, Coder.Output: Sendable {
        /// The encoder's output for a value.
        public typealias Output = Coder.Output

        /// Upstream's error, or the encoder's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The encoder.
        public let encoder: Coder

        /// A publisher that encodes the values of another, until it cannot.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - encoder: the encoder.
        @inlinable
        public init(upstream: Upstream, encoder: Coder) {
            self.upstream = upstream
            self.encoder = encoder
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Stage("Encode", to: subscriber, .map { [encoder] value throws(any Error) in try encoder.encode(value) })
            )
        }
    }
}
