extension Publisher where Output: Equatable {
    /// Leaves out each value that equals the one before.
    ///
    /// ```swift
    /// [1, 1, 2, 1].publisher.removeDuplicates().sink { print($0) }  // prints 1, 2, 1
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion** passes unchanged.
    ///
    /// - Returns: a publisher of the values that differ from the one before.
    @inlinable
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(self) { $0 == $1 }
    }
}

extension Publishers {
    /// The publisher that `removeDuplicates(by:)` returns.
    @frozen
    public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// Returns true if the second value is a duplicate of the first.
        public let predicate: @Sendable (Upstream.Output, Upstream.Output) -> Bool

        @inlinable
        package init(_ upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Stage("RemoveDuplicates", to: subscriber, .removeDuplicates(by: predicate)))
        }
    }
}

extension Step where Input == Output {
    /// Passes on the values that are not duplicates of the last one passed on.
    @inlinable
    static func removeDuplicates(
        by isDuplicate: @escaping @Sendable (Input, Input) throws(Thrown) -> Bool
    ) -> Step {
        let last = Memory<Input?>(nil)
        return Step { value throws(Thrown) in
            if let last = last.value, try isDuplicate(last, value) { return .skip }
            last.value = value
            return .pass(value)
        }
    }
}
