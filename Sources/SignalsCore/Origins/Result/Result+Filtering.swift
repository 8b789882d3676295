extension Result.Publisher {
    /// Returns the first value, as ``Publisher/first()`` would deliver it.
    @inlinable
    public func first() -> Result<Success, Failure>.Publisher {
        self
    }

    /// Returns the last value, as ``Publisher/last()`` would deliver it.
    @inlinable
    public func last() -> Result<Success, Failure>.Publisher {
        self
    }

    /// Returns no value and no error, only the end.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Failure> {
        Empty()
    }

    /// Returns the value without duplicates. Does at once what ``Publisher/removeDuplicates(by:)`` does later.
    @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Result<Success, Failure>.Publisher {
        self
    }

    /// Returns the value without duplicates, or the error. Does at once what ``Publisher/tryRemoveDuplicates(by:)``
    /// does later.
    @inlinable
    public func tryRemoveDuplicates(by predicate: (Output, Output) throws -> Bool)
        -> Result<Success, any Error>.Publisher
    {
        result.mapError { $0 as any Error }.publisher
    }
}

extension Result.Publisher where Success: Equatable {
    /// Returns the value without duplicates, as ``Publisher/removeDuplicates()`` would deliver it.
    @inlinable
    public func removeDuplicates() -> Result<Success, Failure>.Publisher {
        self
    }
}
