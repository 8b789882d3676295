extension Publisher {
    /// Delivers three properties of each value as a tuple.
    ///
    /// ```swift
    /// tasks.map(\.name, \.dueDate, \.isDone)
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged.
    ///
    /// - Parameters:
    ///   - keyPath0: the first property.
    ///   - keyPath1: the second property.
    ///   - keyPath2: the third property.
    /// - Returns: a publisher of the tuples.
    @_disfavoredOverload @inlinable
    public func map<T0: Sendable, T1: Sendable, T2: Sendable>(
        _ keyPath0: KeyPath<Output, T0> & Sendable, _ keyPath1: KeyPath<Output, T1> & Sendable,
        _ keyPath2: KeyPath<Output, T2> & Sendable
    ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
        Publishers.MapKeyPath3(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
    }
}

extension Publishers {
    /// The publisher that `map(_:_:_:)` returns.
    @frozen
    public struct MapKeyPath3<Upstream: Publisher, Output0: Sendable, Output1: Sendable, Output2: Sendable>: Publisher {
        /// The properties.
        public typealias Output = (Output0, Output1, Output2)

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The first property.
        public let keyPath0: KeyPath<Upstream.Output, Output0> & Sendable

        /// The second property.
        public let keyPath1: KeyPath<Upstream.Output, Output1> & Sendable

        /// The third property.
        public let keyPath2: KeyPath<Upstream.Output, Output2> & Sendable

        @inlinable
        init(
            upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0> & Sendable,
            keyPath1: KeyPath<Upstream.Output, Output1> & Sendable,
            keyPath2: KeyPath<Upstream.Output, Output2> & Sendable
        ) {
            self.upstream = upstream
            self.keyPath0 = keyPath0
            self.keyPath1 = keyPath1
            self.keyPath2 = keyPath2
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let map = Publishers.Map<Upstream, Output>(upstream) { [keyPath0, keyPath1, keyPath2] in
                ($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2])
            }
            map.receive(subscriber: subscriber)
        }
    }
}
