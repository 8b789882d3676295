extension Publisher {
    /// Delivers a property of each value.
    ///
    /// ```swift
    /// tasks.map(\.name)
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged.
    ///
    /// - Parameter keyPath: the property.
    /// - Returns: a publisher of the property's values.
    @_disfavoredOverload @inlinable
    public func map<T: Sendable>(_ keyPath: KeyPath<Output, T> & Sendable) -> Publishers.MapKeyPath<Self, T> {
        Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
    }
}

extension Publishers {
    /// The publisher that `map(_:)` returns.
    @frozen
    public struct MapKeyPath<Upstream: Publisher, Output: Sendable>: Publisher {
        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The property.
        public let keyPath: KeyPath<Upstream.Output, Output> & Sendable

        @inlinable
        init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output> & Sendable) {
            self.upstream = upstream
            self.keyPath = keyPath
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let map = Publishers.Map<Upstream, Output>(upstream) { [keyPath] in $0[keyPath: keyPath] }
            map.receive(subscriber: subscriber)
        }
    }
}
