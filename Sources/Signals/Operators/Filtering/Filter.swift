extension Publisher {
    /// Lets pass only the values that fulfil a condition.
    ///
    /// ```swift
    /// numbers.filter { $0.isMultiple(of: 2) }.sink { print($0) }  // prints the even ones
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion** passes unchanged.
    /// **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameter isIncluded: whether a value is to pass.
    /// - Returns: a publisher of the values that pass.
    @inlinable
    @available(swift, introduced: 6)
    public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers {
    /// What ``Publisher/filter(_:)`` returns.
    @frozen
    public struct Filter<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The condition.
        public let isIncluded: @Sendable (Upstream.Output) -> Bool

        /// A publisher that lets pass only some values of another.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - isIncluded: the condition.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, isIncluded: isIncluded))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber where Downstream.Input == Upstream.Output {
            @usableFromInline typealias Input = Downstream.Input
            @usableFromInline typealias Failure = Downstream.Failure

            @usableFromInline let combineIdentifier = CombineIdentifier()
            @usableFromInline let downstream: Downstream
            @usableFromInline let isIncluded: @Sendable (Input) -> Bool

            @inlinable
            init(downstream: Downstream, isIncluded: @escaping @Sendable (Input) -> Bool) {
                self.downstream = downstream
                self.isIncluded = isIncluded
            }

            @inlinable
            func receive(subscription: any Subscription) {
                downstream.receive(subscription: subscription)
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                isIncluded(input) ? downstream.receive(input) : .max(1)
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                downstream.receive(completion: completion)
            }
        }
    }
}

extension Publishers.Filter {
    /// Lets pass only the values that fulfil both conditions, in one step.
    ///
    /// - Parameter isIncluded: the second condition.
    /// - Returns: a publisher of the values that pass.
    @inlinable
    @available(swift, introduced: 6)
    public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.Filter<Upstream> {
        Publishers.Filter(upstream: upstream) { [first = self.isIncluded] in first($0) && isIncluded($0) }
    }
}
