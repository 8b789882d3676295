extension Sequence where Self: Sendable, Element: Sendable {
    /// A publisher of the elements of this sequence.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.sink { print($0) }  // prints 1, 2, 3
    /// ```
    ///
    /// **Demand**: elements are delivered as they are asked for, on the thread that asks. **Completion**: finishes
    /// after the last element. Each subscriber receives all elements.
    @inlinable
    public var publisher: Publishers.Sequence<Self, Never> {
        Publishers.Sequence(sequence: self)
    }
}

extension Publishers {
    /// A publisher of the elements of a sequence. Combine's `Publishers.Sequence`.
    ///
    /// Operators that can do their work on the sequence itself do it at once, when they are called, and not once for
    /// each subscriber.
    @frozen
    public struct Sequence<Elements: Swift.Sequence & Sendable, Failure: Error>: Publisher
    where Elements.Element: Sendable {
        /// The elements of the sequence.
        public typealias Output = Elements.Element

        /// The sequence.
        public let sequence: Elements

        /// A publisher of the elements of a sequence.
        ///
        /// - Parameter sequence: the sequence.
        @inlinable
        public init(sequence: Elements) {
            self.sequence = sequence
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            PullSubscription.deliver(sequence, then: .finished, to: subscriber, name: "Sequence")
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}
