extension Publisher {
    /// Transforms each value.
    ///
    /// ```swift
    /// Just(21).map { $0 * 2 }.sink { print($0) }  // prints 42
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter transform: makes a new value from each value.
    /// - Returns: a publisher of the new values.
    @inlinable
    @available(swift, introduced: 6)
    public func map<T: Sendable>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// What ``Publisher/map(_:)`` returns.
    @frozen
    public struct Map<Upstream: Publisher, Output: Sendable>: Publisher {
        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The transformation.
        public let transform: @Sendable (Upstream.Output) -> Output

        /// A publisher that transforms each value of another.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - transform: the transformation.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: MapSubscriber(downstream: subscriber, transform: transform))
        }
    }
}

extension Publishers.Map {
    /// Transforms twice in one step.
    ///
    /// - Parameter transform: makes a value from the result of the first transformation.
    /// - Returns: a publisher of the new values.
    @inlinable
    @available(swift, introduced: 6)
    public func map<T: Sendable>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Upstream, T> {
        Publishers.Map(upstream: upstream) { [first = self.transform] in transform(first($0)) }
    }

    /// Transforms twice in one step, the second time by a closure that may throw.
    ///
    /// - Parameter transform: makes a value from the result of the first transformation; its error ends the publisher.
    /// - Returns: a publisher of the new values.
    @inlinable
    @available(swift, introduced: 6)
    public func tryMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T
    ) -> Publishers.TryMap<Upstream, T> {
        Publishers.TryMap(upstream: upstream) { [first = self.transform] in try transform(first($0)) }
    }
}

@usableFromInline
struct MapSubscriber<Input: Sendable, Downstream: Subscriber>: Subscriber {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let combineIdentifier = CombineIdentifier()
    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: @Sendable (Input) -> Downstream.Input

    @inlinable
    init(downstream: Downstream, transform: @escaping @Sendable (Input) -> Downstream.Input) {
        self.downstream = downstream
        self.transform = transform
    }

    @inlinable
    func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(transform(input))
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
    }
}
