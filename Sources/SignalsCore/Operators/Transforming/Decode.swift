extension Publisher {
    /// Decodes each value.
    ///
    /// ```swift
    /// downloads.decode(type: HouseholdTask.self, decoder: JSONDecoder())
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: upstream's, or the error that the decoder throws, which cancels
    /// upstream. **Threads**: decodes on those that deliver.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - decoder: the decoder, for example a `JSONDecoder`.
    /// - Returns: a publisher of the decoded values.
    @inlinable
    public func decode<Item: Decodable & Sendable, Coder: TopLevelDecoder & Sendable>(
        type: Item.Type, decoder: Coder
    ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
        Publishers.Decode(upstream: self, decoder: decoder)
    }
}

extension Publishers {
    /// The publisher that `decode(type:decoder:)` returns.
    @frozen
    public struct Decode<Upstream: Publisher, Output: Decodable & Sendable, Coder: TopLevelDecoder & Sendable>:
        Publisher
    where Upstream.Output == Coder.Input {
        /// Upstream's error, or the decoder's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The decoder.
        public let decoder: Coder

        /// A publisher that decodes the values of another, until it cannot.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - decoder: the decoder.
        @inlinable
        public init(upstream: Upstream, decoder: Coder) {
            self.upstream = upstream
            self.decoder = decoder
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Stage(
                    "Decode", to: subscriber,
                    .map { [decoder] value throws(any Error) in try decoder.decode(Output.self, from: value) }))
        }
    }
}
