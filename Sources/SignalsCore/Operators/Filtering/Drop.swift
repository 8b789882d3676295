extension Publisher {
    /// Leaves out the first values.
    ///
    /// ```swift
    /// (1...5).publisher.dropFirst(3).sink { print($0) }  // prints 4, 5
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion** passes unchanged.
    ///
    /// - Parameter count: the number of values to leave out, zero or more. The program stops if it is negative.
    /// - Returns: a publisher of the values after them.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        requireNotNegative(count, for: "dropFirst(_:)")
        return Publishers.Drop(upstream: self, count: count)
    }
}

extension Publishers {
    /// The publisher that `dropFirst(_:)` returns.
    @frozen
    public struct Drop<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The number of values that are left out.
        public let count: Int

        /// A publisher that leaves out the first values of another.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - count: the number of values to leave out.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("Drop", to: subscriber, .dropFirst(count)))
        }
    }
}

extension Step where Input == Output {
    /// Passes on the values after the first ones.
    @inlinable
    static func dropFirst(_ count: Int) -> Step {
        let seen = Counter()
        return Step { seen.value < count && seen.next() < count ? .skip : .pass($0) }
    }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}
