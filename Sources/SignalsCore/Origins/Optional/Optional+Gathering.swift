extension Optional.Publisher {
    /// Whether all values fulfil the condition. Does at once what ``Publisher/allSatisfy(_:)`` does later.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Bool?.Publisher {
        Optional<Bool>.Publisher(output.map(predicate) ?? true)
    }

    /// Whether a value fulfils the condition. Does at once what ``Publisher/contains(where:)`` does later.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Bool?.Publisher {
        Optional<Bool>.Publisher(output.map(predicate) ?? false)
    }

    /// All values in one array, as ``Publisher/collect()`` would deliver them.
    @inlinable
    public func collect() -> [Output]?.Publisher {
        Optional<[Output]>.Publisher(output.map { [$0] } ?? [])
    }

    /// The number of values, as ``Publisher/count()`` would deliver it.
    @inlinable
    public func count() -> Int?.Publisher {
        Optional<Int>.Publisher(output == nil ? 0 : 1)
    }

    /// The least value. Does at once what ``Publisher/min(by:)`` does later.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Wrapped?.Publisher {
        self
    }

    /// The greatest value. Does at once what ``Publisher/max(by:)`` does later.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Wrapped?.Publisher {
        self
    }

    /// The result of all values. Does at once what ``Publisher/reduce(_:_:)`` does later.
    @inlinable
    public func reduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> T?.Publisher {
        Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) } ?? initialResult)
    }
}

extension Optional.Publisher where Wrapped: Equatable {
    /// Whether the value is there. Does at once what ``Publisher/contains(_:)`` does later.
    @inlinable
    public func contains(_ output: Output) -> Bool?.Publisher {
        Optional<Bool>.Publisher(self.output == output)
    }
}

extension Optional.Publisher where Wrapped: Comparable {
    /// The least value, as ``Publisher/min()`` would deliver it.
    @inlinable
    public func min() -> Wrapped?.Publisher {
        self
    }

    /// The greatest value, as ``Publisher/max()`` would deliver it.
    @inlinable
    public func max() -> Wrapped?.Publisher {
        self
    }
}
