extension Publisher {
    /// Transforms each value by a closure that may throw.
    ///
    /// ```swift
    /// Just("42").tryMap { try parse($0) }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: upstream's, or the error that the closure throws, which cancels
    /// upstream. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter transform: makes a new value from each value, or throws.
    /// - Returns: a publisher of the new values.
    @inlinable
    @available(swift, introduced: 6)
    public func tryMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T
    ) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// What ``Publisher/tryMap(_:)`` returns.
    @frozen
    public struct TryMap<Upstream: Publisher, Output: Sendable>: Publisher {
        /// Upstream's error, or the closure's.
        public typealias Failure = any Error

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The transformation.
        public let transform: @Sendable (Upstream.Output) throws -> Output

        /// A publisher that transforms each value of another, until it cannot.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - transform: the transformation.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, transform: transform))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber
        where Downstream.Input == Output, Downstream.Failure == any Error {
            @usableFromInline typealias Failure = Upstream.Failure

            @usableFromInline let link = UpstreamLink("TryMap")
            @usableFromInline let downstream: Downstream
            @usableFromInline let transform: @Sendable (Upstream.Output) throws -> Output

            @inlinable
            init(downstream: Downstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output) {
                self.downstream = downstream
                self.transform = transform
            }

            @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                if link.attach(subscription) { downstream.receive(subscription: link) }
            }

            @inlinable
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                do {
                    return downstream.receive(try transform(input))
                } catch {
                    if link.interrupt() { downstream.receive(completion: .failure(error)) }
                    return .none
                }
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                if link.complete() { downstream.receive(completion: completion.erased) }
            }
        }
    }
}

extension Publishers.TryMap {
    /// Transforms twice in one step.
    ///
    /// - Parameter transform: makes a value from the result of the first transformation.
    /// - Returns: a publisher of the new values.
    @inlinable
    @available(swift, introduced: 6)
    public func map<T: Sendable>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.TryMap<Upstream, T> {
        Publishers.TryMap(upstream: upstream) { [first = self.transform] in try transform(first($0)) }
    }

    /// Transforms twice in one step, both times by a closure that may throw.
    ///
    /// - Parameter transform: makes a value from the result of the first transformation, or throws.
    /// - Returns: a publisher of the new values.
    @inlinable
    @available(swift, introduced: 6)
    public func tryMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T
    ) -> Publishers.TryMap<Upstream, T> {
        Publishers.TryMap(upstream: upstream) { [first = self.transform] in try transform(first($0)) }
    }
}
