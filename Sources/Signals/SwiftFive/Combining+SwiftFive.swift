extension Publisher {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func combineLatest<P: Publisher, T: Sendable>(_ other: P, _ transform: @escaping (Output, P.Output) -> T)
        -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where Failure == P.Failure
    {
        combineLatest(other, { [transform = SwiftFiveClosure(transform)] in transform.function($0, $1) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, T: Sendable>(
        _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T> where Failure == P.Failure, Failure == Q.Failure {
        combineLatest(
            publisher1, publisher2, { [transform = SwiftFiveClosure(transform)] in transform.function($0, $1, $2) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T: Sendable>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
    where Failure == P.Failure, Failure == Q.Failure, Failure == R.Failure {
        combineLatest(
            publisher1, publisher2, publisher3,
            { [transform = SwiftFiveClosure(transform)] in transform.function($0, $1, $2, $3) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func flatMap<T, P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
        flatMap(maxPublishers: maxPublishers, { [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers, { [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func zip<P: Publisher, T: Sendable>(_ other: P, _ transform: @escaping (Output, P.Output) -> T)
        -> Publishers.Map<Publishers.Zip<Self, P>, T> where Failure == P.Failure
    {
        zip(other, { [transform = SwiftFiveClosure(transform)] in transform.function($0, $1) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func zip<P: Publisher, Q: Publisher, T: Sendable>(
        _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T> where Failure == P.Failure, Failure == Q.Failure {
        zip(publisher1, publisher2, { [transform = SwiftFiveClosure(transform)] in transform.function($0, $1, $2) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func zip<P: Publisher, Q: Publisher, R: Publisher, T: Sendable>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
    where Failure == P.Failure, Failure == Q.Failure, Failure == R.Failure {
        zip(
            publisher1, publisher2, publisher3,
            { [transform = SwiftFiveClosure(transform)] in transform.function($0, $1, $2, $3) })
    }
}

extension Publisher where Failure == Never {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        flatMap(maxPublishers: maxPublishers, { [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers, { [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }
}

extension Publishers.FlatMap {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(
        upstream: Upstream, maxPublishers: Subscribers.Demand, transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
        self.init(
            upstream: upstream, maxPublishers: maxPublishers,
            transform: { [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }
}
