extension Publisher {
    /// Leaves out values until one does not fulfil a condition; that one and all behind it pass.
    ///
    /// ```swift
    /// [1, 2, 9, 3].publisher.drop { $0 < 5 }.sink { print($0) }  // prints 9, 3
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion** passes unchanged.
    /// **Threads**: the closure is called on those that deliver, until it has returned false.
    ///
    /// - Parameter predicate: whether a value is to be left out.
    /// - Returns: a publisher of the values from the first that is not.
    @inlinable
    @available(swift, introduced: 6)
    public func drop(while predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.DropWhile<Self> {
        Publishers.DropWhile(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// What ``Publisher/drop(while:)`` returns.
    @frozen
    public struct DropWhile<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// Whether a value is to be left out.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// A publisher that leaves out the first values of another that fulfil a condition.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - predicate: whether a value is to be left out.
        @inlinable
        @available(swift, introduced: 6)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("DropWhile", to: subscriber, .drop(while: predicate)))
        }
    }
}

extension Step where Input == Output {
    /// Passes on the first value that does not fulfil a condition, and all behind it.
    @inlinable
    static func drop(while predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) -> Step {
        let passed = Counter()
        return Step { value throws(Thrown) in
            if passed.value == 0 {
                if try predicate(value) { return .skip }
                _ = passed.next()
            }
            return .pass(value)
        }
    }
}
