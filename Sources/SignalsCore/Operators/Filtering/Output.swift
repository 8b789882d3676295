extension Publisher {
    /// Lets the first values pass, and then finishes.
    ///
    /// ```swift
    /// (1...5).publisher.prefix(2).sink { print($0) }  // prints 1, 2
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: upstream's, or finished after the last of the values, when upstream
    /// is cancelled. With a length of 0 it finishes at once.
    ///
    /// - Parameter maxLength: the greatest number of values that pass, zero or more. The program stops if it is negative.
    /// - Returns: a publisher of the first values.
    @inlinable
    public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
        requireNotNegative(maxLength, for: "prefix(_:)")
        return Publishers.Output(upstream: self, range: 0..<maxLength)
    }

    /// Delivers the one value at a position, and then finishes.
    ///
    /// ```swift
    /// ["a", "b", "c"].publisher.output(at: 1).sink { print($0) }  // prints b
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion**: upstream's, or
    /// finished after the value, when upstream is cancelled.
    ///
    /// - Parameter index: the position, from 0. The program stops if it is negative.
    /// - Returns: a publisher of one value at most.
    @inlinable
    public func output(at index: Int) -> Publishers.Output<Self> {
        requireNotNegative(index, for: "output(at:)")
        return Publishers.Output(upstream: self, range: index..<index.advanced(by: index == .max ? 0 : 1))
    }

    /// Delivers the values at some positions, and then finishes.
    ///
    /// ```swift
    /// ["a", "b", "c", "d"].publisher.output(in: 1...2).sink { print($0) }  // prints b, c
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion**: upstream's, or
    /// finished after the last of the values, when upstream is cancelled. With an empty range it finishes at once.
    ///
    /// - Parameter range: the positions, from 0. The program stops if one is negative.
    /// - Returns: a publisher of the values at these positions.
    @inlinable
    public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
        let range = positions(in: range)
        requireNotNegative(range.lowerBound, for: "output(in:)")
        return Publishers.Output(upstream: self, range: range)
    }
}

/// Returns the positions that a range expression means. No value has the position `Int.max`.
@usableFromInline
func positions<R: RangeExpression>(in range: R) -> Range<Int> where R.Bound == Int {
    let last = range is ClosedRange<Int> || range is PartialRangeThrough<Int> ? range.contains(.max) : false
    if last { return (range as? ClosedRange<Int>).map { $0.lowerBound..<Int.max } ?? 0..<Int.max }
    return range.relative(to: 0..<Int.max)
}

extension Publishers {
    /// The publisher that `output(in:)` returns.
    @frozen
    public struct Output<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The positions of the values to deliver.
        public let range: CountableRange<Int>

        /// A publisher of some of the values of another.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - range: the positions of the values to deliver.
        @inlinable
        public init(upstream: Upstream, range: CountableRange<Int>) {
            self.upstream = upstream
            self.range = range
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            guard !range.isEmpty else {
                subscriber.receive(subscription: Subscriptions.empty)
                return subscriber.receive(completion: .finished)
            }
            upstream.subscribe(Stage("Output", to: subscriber, .output(in: range)))
        }
    }
}

extension Step where Input == Output {
    /// Passes on the values at some positions.
    @inlinable
    static func output(in range: Range<Int>) -> Step {
        let seen = Counter()
        return Step { value in
            let index = seen.next()
            if index < range.lowerBound { return .skip }
            if index >= range.upperBound { return .ignore }
            return index + 1 == range.upperBound ? .passLast(value) : .pass(value)
        }
    }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}
