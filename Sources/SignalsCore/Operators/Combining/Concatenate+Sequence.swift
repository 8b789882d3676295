extension Publisher {
    /// Delivers the given values after those of this publisher.
    ///
    /// ```swift
    /// [1, 2].publisher.filter { $0 > 1 }.append(3, 4).sink { print($0) }  // prints 2, 3, 4
    /// ```
    ///
    /// **Demand**: what this publisher left of it goes to the values. **Completion**: finishes after the values; a
    /// failure of this publisher keeps them from being delivered.
    ///
    /// - Parameter elements: the values.
    /// - Returns: a publisher of all of them.
    @inlinable
    public func append(
        _ elements: Output...
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
        append(elements)
    }

    /// Delivers the elements of a sequence after the values of this publisher.
    ///
    /// - Parameter elements: the sequence.
    /// - Returns: a publisher of all of them.
    @inlinable
    public func append<S: Sequence & Sendable>(
        _ elements: S
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where Output == S.Element {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Delivers the given values before those of this publisher.
    ///
    /// ```swift
    /// names.prepend("everybody").sink { print($0) }  // prints everybody, then the names
    /// ```
    ///
    /// **Demand**: what the values left of it goes to this publisher, which is subscribed to after them.
    /// **Completion** passes unchanged.
    ///
    /// - Parameter elements: the values.
    /// - Returns: a publisher of all of them.
    @inlinable
    public func prepend(
        _ elements: Output...
    ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
        prepend(elements)
    }

    /// Delivers the elements of a sequence before the values of this publisher.
    ///
    /// - Parameter elements: the sequence.
    /// - Returns: a publisher of all of them.
    @inlinable
    public func prepend<S: Sequence & Sendable>(
        _ elements: S
    ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where Output == S.Element {
        prepend(Publishers.Sequence(sequence: elements))
    }
}

// As of any publisher, but not disfavoured: else `[1, 2].publisher.append(Just(3))` would be weighed less than a sequence of
// `Any`, in which the publisher is a value.
extension Publishers.Sequence {
    /// Returns the values of a publisher, then these, as `prepend(_:)` of any publisher delivers them.
    @inlinable
    public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where P.Failure == Failure, P.Output == Output {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }

    /// Returns these values, then those of a publisher, as `append(_:)` of any publisher delivers them.
    @inlinable
    public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where P.Failure == Failure, P.Output == Output {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }
}
