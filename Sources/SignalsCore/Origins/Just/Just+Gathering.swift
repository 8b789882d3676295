extension Just {
    /// Tests whether all values fulfil the condition. Does at once what ``Publisher/allSatisfy(_:)`` does later.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
        Just<Bool>(predicate(output))
    }

    /// Tests whether all values fulfil the condition, or fails. Does at once what ``Publisher/tryAllSatisfy(_:)`` does.
    @inlinable
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result { try predicate(output) }.publisher
    }

    /// Tests whether a value fulfils the condition. Does at once what ``Publisher/contains(where:)`` does later.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
        Just<Bool>(predicate(output))
    }

    /// Tests whether a value fulfils the condition, or fails. Does at once what ``Publisher/tryContains(where:)`` does.
    @inlinable
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result { try predicate(output) }.publisher
    }

    /// Returns all values in one array, as ``Publisher/collect()`` would deliver them.
    @inlinable
    public func collect() -> Just<[Output]> {
        Just<[Output]>([output])
    }

    /// Returns the number of values, as ``Publisher/count()`` would deliver it.
    @inlinable
    public func count() -> Just<Int> {
        Just<Int>(1)
    }

    /// Returns the least value. Does at once what ``Publisher/min(by:)`` does later.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
        self
    }

    /// Returns the greatest value. Does at once what ``Publisher/max(by:)`` does later.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
        self
    }

    /// Returns the result of all values. Does at once what ``Publisher/reduce(_:_:)`` does later.
    @inlinable
    public func reduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
        -> Result<T, Never>.Publisher
    {
        Result.Publisher(nextPartialResult(initialResult, output))
    }

    /// Returns the result of all values, or the error. Does at once what ``Publisher/tryReduce(_:_:)`` does later.
    @inlinable
    public func tryReduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
        -> Result<T, any Error>.Publisher
    {
        Result { try nextPartialResult(initialResult, output) }.publisher
    }
}

extension Just where Output: Equatable {
    /// Tests whether the value occurs. Does at once what ``Publisher/contains(_:)`` does later.
    @inlinable
    public func contains(_ output: Output) -> Just<Bool> {
        Just<Bool>(self.output == output)
    }
}

extension Just where Output: Comparable {
    /// Returns the least value, as ``Publisher/min()`` would deliver it.
    @inlinable
    public func min() -> Just<Output> {
        self
    }

    /// Returns the greatest value, as ``Publisher/max()`` would deliver it.
    @inlinable
    public func max() -> Just<Output> {
        self
    }
}
