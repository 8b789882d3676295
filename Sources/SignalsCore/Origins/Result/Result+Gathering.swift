extension Result.Publisher {
    /// Tests whether all values fulfil the condition. Does at once what ``Publisher/allSatisfy(_:)`` does later.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        result.map(predicate).publisher
    }

    /// Tests whether all values fulfil the condition, or fails. Does at once what ``Publisher/tryAllSatisfy(_:)`` does.
    @inlinable
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error> { try predicate(result.get()) }.publisher
    }

    /// Tests whether a value fulfils the condition. Does at once what ``Publisher/contains(where:)`` does later.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        result.map(predicate).publisher
    }

    /// Tests whether a value fulfils the condition, or fails. Does at once what ``Publisher/tryContains(where:)`` does.
    @inlinable
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error> { try predicate(result.get()) }.publisher
    }

    /// Returns all values in one array, as ``Publisher/collect()`` would deliver them.
    @inlinable
    public func collect() -> Result<[Output], Failure>.Publisher {
        result.map { [$0] }.publisher
    }

    /// Returns the number of values, as ``Publisher/count()`` would deliver it.
    @inlinable
    public func count() -> Result<Int, Failure>.Publisher {
        result.map { _ in 1 }.publisher
    }

    /// Returns the least value. Does at once what ``Publisher/min(by:)`` does later.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Success, Failure>.Publisher {
        self
    }

    /// Returns the greatest value. Does at once what ``Publisher/max(by:)`` does later.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Result<Success, Failure>.Publisher {
        self
    }

    /// Returns the least value, or the error. The comparison has nothing to compare, and is not called.
    @inlinable
    public func tryMin(by areInIncreasingOrder: (Output, Output) throws -> Bool) -> Result<Success, any Error>.Publisher
    {
        result.mapError { $0 as any Error }.publisher
    }

    /// Returns the greatest value, or the error. The comparison has nothing to compare, and is not called.
    @inlinable
    public func tryMax(by areInIncreasingOrder: (Output, Output) throws -> Bool) -> Result<Success, any Error>.Publisher
    {
        result.mapError { $0 as any Error }.publisher
    }

    /// Returns the result of all values. Does at once what ``Publisher/reduce(_:_:)`` does later.
    @inlinable
    public func reduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
        -> Result<T, Failure>.Publisher
    {
        result.map { nextPartialResult(initialResult, $0) }.publisher
    }

    /// Returns the result of all values, or the error. Does at once what ``Publisher/tryReduce(_:_:)`` does later.
    @inlinable
    public func tryReduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
        -> Result<T, any Error>.Publisher
    {
        Result<T, any Error> { try nextPartialResult(initialResult, result.get()) }.publisher
    }
}

extension Result.Publisher where Success: Equatable {
    /// Tests whether the value occurs. Does at once what ``Publisher/contains(_:)`` does later.
    @inlinable
    public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher {
        result.map { $0 == output }.publisher
    }
}

extension Result.Publisher where Success: Comparable {
    /// Returns the least value, as ``Publisher/min()`` would deliver it.
    @inlinable
    public func min() -> Result<Success, Failure>.Publisher {
        self
    }

    /// Returns the greatest value, as ``Publisher/max()`` would deliver it.
    @inlinable
    public func max() -> Result<Success, Failure>.Publisher {
        self
    }
}
