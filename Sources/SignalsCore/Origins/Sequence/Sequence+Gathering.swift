extension Publishers.Sequence {
    /// Tests whether all values fulfil the condition. Does at once what ``Publisher/allSatisfy(_:)`` does later.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result.Publisher(sequence.allSatisfy(predicate))
    }

    /// Tests whether all values fulfil the condition, or fails. Does at once what ``Publisher/tryAllSatisfy(_:)`` does.
    @inlinable
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result { try sequence.allSatisfy(predicate) }.publisher
    }

    /// Tests whether a value fulfils the condition. Does at once what ``Publisher/contains(where:)`` does later.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result.Publisher(sequence.contains(where: predicate))
    }

    /// Tests whether a value fulfils the condition, or fails. Does at once what ``Publisher/tryContains(where:)`` does.
    @inlinable
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result { try sequence.contains(where: predicate) }.publisher
    }

    /// Returns all values in one array, as ``Publisher/collect()`` would deliver them.
    @inlinable
    public func collect() -> Result<[Output], Failure>.Publisher {
        Result.Publisher(Array(sequence))
    }

    /// Returns the result of all values. Does at once what ``Publisher/reduce(_:_:)`` does later.
    @inlinable
    public func reduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
        -> Result<T, Failure>.Publisher
    {
        Result.Publisher(sequence.reduce(initialResult, nextPartialResult))
    }

    /// Returns the result of all values, or the error. Does at once what ``Publisher/tryReduce(_:_:)`` does later.
    @inlinable
    public func tryReduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
        -> Result<T, any Error>.Publisher
    {
        Result { try sequence.reduce(initialResult, nextPartialResult) }.publisher
    }
}

extension Publishers.Sequence where Elements: Collection {
    /// Returns the number of values, as ``Publisher/count()`` would deliver it.
    @inlinable
    public func count() -> Result<Int, Failure>.Publisher {
        Result.Publisher(sequence.count)
    }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
    /// Returns the number of values, as ``Publisher/count()`` would deliver it.
    @inlinable
    public func count() -> Just<Int> {
        Just(sequence.count)
    }
}

extension Publishers.Sequence where Failure == Never {
    /// Returns the least value. Does at once what ``Publisher/min(by:)`` does later.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Output?.Publisher {
        sequence.min(by: areInIncreasingOrder).publisher
    }

    /// Returns the greatest value. Does at once what ``Publisher/max(by:)`` does later.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Output?.Publisher {
        sequence.max(by: areInIncreasingOrder).publisher
    }
}

extension Publishers.Sequence where Elements.Element: Equatable {
    /// Tests whether the value occurs. Does at once what ``Publisher/contains(_:)`` does later.
    @inlinable
    public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher {
        Result.Publisher(sequence.contains(output))
    }
}

extension Publishers.Sequence where Elements.Element: Comparable, Failure == Never {
    /// Returns the least value, as ``Publisher/min()`` would deliver it.
    @inlinable
    public func min() -> Output?.Publisher {
        sequence.min().publisher
    }

    /// Returns the greatest value, as ``Publisher/max()`` would deliver it.
    @inlinable
    public func max() -> Output?.Publisher {
        sequence.max().publisher
    }
}
