extension Publishers.Sequence {
    /// Makes other elements of the elements, at once: ``Publisher/map(_:)->Publishers.Map<Self,T>`` does so later.
    @inlinable
    public func map<T: Sendable>(_ transform: (Output) -> T) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence(sequence: sequence.map(transform))
    }

    /// Returns the results of the closure for the elements, without nil. Does at once what ``Publisher/compactMap(_:)``
    /// does later.
    @inlinable
    public func compactMap<T: Sendable>(_ transform: (Output) -> T?) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence(sequence: sequence.compactMap(transform))
    }

    /// Returns the elements, with the given value in place of nil. They stay optional, other than those of
    /// ``Publisher/replaceNil(with:)``. So it is in Combine.
    @inlinable
    public func replaceNil<T: Sendable>(with output: T) -> Publishers.Sequence<[Output], Failure> where Output == T? {
        map { $0 ?? output }
    }

    /// Returns the results so far. Does at once what ``Publisher/scan(_:_:)`` does later.
    @inlinable
    public func scan<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
        -> Publishers.Sequence<[T], Failure>
    {
        var result = initialResult
        return map { element in
            result = nextPartialResult(result, element)
            return result
        }
    }
}

extension Publishers.Sequence where Failure == Never {
    /// Returns the elements, with another kind of error that never comes, as from ``Publisher/setFailureType(to:)``.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.Sequence<Elements, E> {
        Publishers.Sequence<Elements, E>(sequence: sequence)
    }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
    /// Returns the given values, then these.
    @inlinable
    public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
        prepend(elements)
    }

    /// Returns the given values, then these.
    @inlinable
    public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
    where S.Element == Output {
        Publishers.Sequence(sequence: elements + sequence)
    }

    /// Returns the given values, then these.
    @inlinable
    public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
        prepend(publisher.sequence)
    }

    /// Returns these values, then the given ones.
    @inlinable
    public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
        append(elements)
    }

    /// Returns these values, then the given ones.
    @inlinable
    public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
    where S.Element == Output {
        Publishers.Sequence(sequence: sequence + elements)
    }

    /// Returns these values, then the given ones.
    @inlinable
    public func append(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
        append(publisher.sequence)
    }
}
