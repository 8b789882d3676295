extension Publisher {
    /// Delivers two properties of each value as a tuple.
    ///
    /// ```swift
    /// tasks.map(\.name, \.dueDate)
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged.
    ///
    /// - Parameters:
    ///   - keyPath0: the first property.
    ///   - keyPath1: the second property.
    /// - Returns: a publisher of the tuples.
    @_disfavoredOverload @inlinable
    public func map<T0: Sendable, T1: Sendable>(
        _ keyPath0: KeyPath<Output, T0> & Sendable, _ keyPath1: KeyPath<Output, T1> & Sendable
    ) -> Publishers.MapKeyPath2<Self, T0, T1> {
        Publishers.MapKeyPath2(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
    }
}

extension Publishers {
    /// The publisher that `map(_:_:)` returns.
    @frozen
    public struct MapKeyPath2<Upstream: Publisher, Output0: Sendable, Output1: Sendable>: Publisher {
        /// The properties.
        public typealias Output = (Output0, Output1)

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The first property.
        public let keyPath0: KeyPath<Upstream.Output, Output0> & Sendable

        /// The second property.
        public let keyPath1: KeyPath<Upstream.Output, Output1> & Sendable

        @inlinable
        init(
            upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0> & Sendable,
            keyPath1: KeyPath<Upstream.Output, Output1> & Sendable
        ) {
            self.upstream = upstream
            self.keyPath0 = keyPath0
            self.keyPath1 = keyPath1
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let map = Publishers.Map<Upstream, Output>(upstream) { [keyPath0, keyPath1] in
                ($0[keyPath: keyPath0], $0[keyPath: keyPath1])
            }
            map.receive(subscriber: subscriber)
        }
    }
}
