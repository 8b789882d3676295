extension Just {
    /// Makes another value of the value, at once: ``Publisher/map(_:)->Publishers.Map<Self,T>`` does so later.
    @inlinable
    public func map<T: Sendable>(_ transform: (Output) -> T) -> Just<T> {
        Just<T>(transform(output))
    }

    /// Returns the result of the closure for the value, or its error. Does at once what ``Publisher/tryMap(_:)`` does
    /// later.
    @inlinable
    public func tryMap<T: Sendable>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result { try transform(output) }.publisher
    }

    /// Returns the result of the closure for the value, unless it is nil. Does at once what
    /// ``Publisher/compactMap(_:)`` does later.
    @inlinable
    public func compactMap<T: Sendable>(_ transform: (Output) -> T?) -> T?.Publisher {
        transform(output).publisher
    }

    /// Returns the value with another kind of error. Does at once what ``Publisher/mapError(_:)`` does later.
    @inlinable
    public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
        Result.Publisher(output)
    }

    /// Returns the value, with another kind of error that never comes, as from ``Publisher/setFailureType(to:)``.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
        Result.Publisher(output)
    }

    /// Returns the value, with a value in place of an error, as ``Publisher/replaceError(with:)`` would deliver it.
    @inlinable
    public func replaceError(with output: Output) -> Just<Output> {
        self
    }

    /// Returns the value, or the given value if there is none, as ``Publisher/replaceEmpty(with:)`` would deliver it.
    @inlinable
    public func replaceEmpty(with output: Output) -> Just<Output> {
        self
    }

    /// Returns the same publisher: to subscribe to it again would change nothing.
    @inlinable
    public func retry(_ times: Int) -> Just<Output> {
        self
    }

    /// Returns the results so far. Does at once what ``Publisher/scan(_:_:)`` does later.
    @inlinable
    public func scan<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
        -> Result<T, Never>.Publisher
    {
        Result.Publisher(nextPartialResult(initialResult, output))
    }

    /// Returns the result so far, or the error. Does at once what ``Publisher/tryScan(_:_:)`` does later.
    @inlinable
    public func tryScan<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
        -> Result<T, any Error>.Publisher
    {
        Result { try nextPartialResult(initialResult, output) }.publisher
    }

    /// Returns the given values, then these.
    @inlinable
    public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
        prepend(elements)
    }

    /// Returns the given values, then these.
    @inlinable
    public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never> where S.Element == Output {
        Publishers.Sequence(sequence: elements + [output])
    }

    /// Returns these values, then the given ones.
    @inlinable
    public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
        append(elements)
    }

    /// Returns these values, then the given ones.
    @inlinable
    public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never> where S.Element == Output {
        Publishers.Sequence(sequence: [output] + elements)
    }
}
