extension Publisher {
    /// Combines each value with the result before it, and delivers every result.
    ///
    /// ```swift
    /// (1...4).publisher.scan(0) { $0 + $1 }.sink { print($0) }  // prints 1, 3, 6, 10
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged. **Threads**: the closure is called on those that deliver.
    ///
    /// - Parameters:
    ///   - initialResult: the result before the first value.
    ///   - nextPartialResult: makes a new result from the one before and a value.
    /// - Returns: a publisher of the results.
    @inlinable
    @available(swift, introduced: 6)
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publishers {
    /// What ``Publisher/scan(_:_:)`` returns.
    @frozen
    public struct Scan<Upstream: Publisher, Output: Sendable>: Publisher {
        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The result before the first value.
        public let initialResult: Output

        /// Makes a new result from the one before and a value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

        /// A publisher of the results of another's values so far.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - initialResult: the result before the first value.
        ///   - nextPartialResult: makes a new result from the one before and a value.
        @inlinable
        @available(swift, introduced: 6)
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("Scan", to: subscriber, .scan(initialResult, nextPartialResult)))
        }
    }
}

extension Step {
    /// Passes on what the closure makes of the result before and a value.
    @inlinable
    static func scan(
        _ initial: Output, _ next: @escaping @Sendable (Output, Input) throws(Thrown) -> Output
    ) -> Step {
        let result = Memory(initial)
        return .map { value throws(Thrown) in
            let next = try next(result.value, value)
            result.value = next
            return next
        }
    }
}
