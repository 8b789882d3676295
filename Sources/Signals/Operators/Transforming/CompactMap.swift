extension Publisher {
    /// Transforms each value, and leaves out what comes out as nil.
    ///
    /// ```swift
    /// ["1", "two", "3"].publisher.compactMap { Int($0) }.sink { print($0) }  // prints 1, 3
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion** passes unchanged.
    /// **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter transform: makes a new value from each value, or nil.
    /// - Returns: a publisher of the new values.
    @inlinable
    @available(swift, introduced: 6)
    public func compactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) -> T?
    ) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// What ``Publisher/compactMap(_:)`` returns.
    @frozen
    public struct CompactMap<Upstream: Publisher, Output: Sendable>: Publisher {
        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The transformation.
        public let transform: @Sendable (Upstream.Output) -> Output?

        /// A publisher that transforms the values of another and leaves out nil.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - transform: the transformation.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber, transform: transform))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber where Downstream.Input == Output {
            @usableFromInline typealias Failure = Downstream.Failure

            @usableFromInline let combineIdentifier = CombineIdentifier()
            @usableFromInline let downstream: Downstream
            @usableFromInline let transform: @Sendable (Upstream.Output) -> Output?

            @inlinable
            init(downstream: Downstream, transform: @escaping @Sendable (Upstream.Output) -> Output?) {
                self.downstream = downstream
                self.transform = transform
            }

            @inlinable
            func receive(subscription: any Subscription) {
                downstream.receive(subscription: subscription)
            }

            @inlinable
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                if let output = transform(input) { downstream.receive(output) } else { .max(1) }
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                downstream.receive(completion: completion)
            }
        }
    }
}

extension Publishers.CompactMap {
    /// Transforms twice in one step.
    ///
    /// - Parameter transform: makes a value or nil from what the first transformation makes.
    /// - Returns: a publisher of the new values.
    @inlinable
    @available(swift, introduced: 6)
    public func compactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) -> T?
    ) -> Publishers.CompactMap<Upstream, T> {
        Publishers.CompactMap(upstream: upstream) { [first = self.transform] in first($0).flatMap(transform) }
    }

    /// Transforms twice in one step.
    ///
    /// - Parameter transform: makes a value from what the first transformation makes.
    /// - Returns: a publisher of the new values.
    @inlinable
    @available(swift, introduced: 6)
    public func map<T: Sendable>(
        _ transform: @escaping @Sendable (Output) -> T
    ) -> Publishers.CompactMap<Upstream, T> {
        Publishers.CompactMap(upstream: upstream) { [first = self.transform] in first($0).map(transform) }
    }
}
