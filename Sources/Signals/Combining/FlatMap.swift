@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Makes a publisher of each value, and delivers the values of all of them as they come.
    ///
    /// ```swift
    /// names.flatMap { storage.addTask(name: $0) }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print("saved", $0) })
    /// ```
    ///
    /// **Demand**: asks upstream for `maxPublishers` values, and for one more whenever a publisher finishes. While
    /// downstream wants all, so does it of each publisher; otherwise each is asked for one value at a time, which waits
    /// until it is wanted. **Completion**: finishes when upstream and all publishers have finished; a failure of one of
    /// them ends all. **Threads**: delivers on the threads of the publishers, one value at a time; the closure is called
    /// on upstream's.
    ///
    /// - Parameters:
    ///   - maxPublishers: the number of publishers that may be subscribed to at once.
    ///   - transform: makes a publisher of a value.
    /// - Returns: a publisher of the values of all of them.
    @inlinable
    public func flatMap<T, P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
        Publishers.FlatMap(self, maxPublishers: maxPublishers, transform: transform)
    }

    /// Makes a publisher that cannot fail of each value, and delivers the values of all of them as they come.
    ///
    /// - Parameters:
    ///   - maxPublishers: the number of publishers that may be subscribed to at once.
    ///   - transform: makes a publisher of a value.
    /// - Returns: a publisher of the values of all of them.
    @_disfavoredOverload @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher where Failure == Never {
    /// Makes a publisher of each value, and delivers the values of all of them as they come.
    ///
    /// - Parameters:
    ///   - maxPublishers: the number of publishers that may be subscribed to at once.
    ///   - transform: makes a publisher of a value.
    /// - Returns: a publisher of the values of all of them, which may fail.
    @_disfavoredOverload @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }

    /// Makes a publisher of each value, none of which can fail, and delivers the values of all of them as they come.
    ///
    /// - Parameters:
    ///   - maxPublishers: the number of publishers that may be subscribed to at once.
    ///   - transform: makes a publisher of a value.
    /// - Returns: a publisher of the values of all of them.
    @_disfavoredOverload @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        Publishers.FlatMap(self, maxPublishers: maxPublishers, transform: transform)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publishers.FlatMap {
    /// A publisher of the values of publishers that are made of another's values.
    ///
    /// - Parameters:
    ///   - upstream: the publisher of which values publishers are made.
    ///   - maxPublishers: the number of publishers that may be subscribed to at once.
    ///   - transform: makes a publisher of a value.
    @inlinable
    public init(
        upstream: Upstream, maxPublishers: Subscribers.Demand,
        transform: @escaping @Sendable (Upstream.Output) -> NewPublisher
    ) {
        self.init(upstream, maxPublishers: maxPublishers, transform: transform)
    }
}
