extension Result.Publisher {
    /// Returns the value as the closure transforms it. Does at once what ``Publisher/map(_:)`` does later.
    @inlinable
    public func map<T: Sendable>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
        result.map(transform).publisher
    }

    /// Returns the value as the closure transforms it, or its error. Does at once what ``Publisher/tryMap(_:)`` does.
    @inlinable
    public func tryMap<T: Sendable>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result<T, any Error> { try transform(result.get()) }.publisher
    }

    /// Returns the value with another kind of error. Does at once what ``Publisher/mapError(_:)`` does later.
    @inlinable
    public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Success, E>.Publisher {
        result.mapError(transform).publisher
    }

    /// Returns the value, with a value in place of an error, as ``Publisher/replaceError(with:)`` would deliver it.
    @inlinable
    public func replaceError(with output: Output) -> Result<Success, Never>.Publisher {
        switch result {
        case .success(let value): Result<Success, Never>.Publisher(value)
        case .failure: Result<Success, Never>.Publisher(output)
        }
    }

    /// Returns the value, or the given value if there is none, as ``Publisher/replaceEmpty(with:)`` would deliver it.
    @inlinable
    public func replaceEmpty(with output: Output) -> Result<Success, Failure>.Publisher {
        self
    }

    /// Returns the same publisher: to subscribe to it again would change nothing.
    @inlinable
    public func retry(_ times: Int) -> Result<Success, Failure>.Publisher {
        self
    }

    /// Returns the results so far. Does at once what ``Publisher/scan(_:_:)`` does later.
    @inlinable
    public func scan<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
        -> Result<T, Failure>.Publisher
    {
        result.map { nextPartialResult(initialResult, $0) }.publisher
    }

    /// Returns the result so far, or the error. Does at once what ``Publisher/tryScan(_:_:)`` does later.
    @inlinable
    public func tryScan<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
        -> Result<T, any Error>.Publisher
    {
        Result<T, any Error> { try nextPartialResult(initialResult, result.get()) }.publisher
    }
}

extension Result.Publisher where Failure == Never {
    /// Returns the value, with another kind of error that never comes, as from ``Publisher/setFailureType(to:)``.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Success, E>.Publisher {
        Result<Success, E>.Publisher(result.get())
    }
}
