// As in Combine, no value means no result, unlike with any other empty publisher. Only `collect()` delivers an empty
// array.
extension Optional.Publisher {
    /// Returns true if the value fulfils the condition. Delivers nothing if there is no value.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Bool?.Publisher {
        Optional<Bool>.Publisher(output.map(predicate))
    }

    /// Returns true if the value fulfils the condition. Delivers nothing if there is no value.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Bool?.Publisher {
        Optional<Bool>.Publisher(output.map(predicate))
    }

    /// Returns the value in an array, which is empty if there is no value.
    @inlinable
    public func collect() -> [Output]?.Publisher {
        Optional<[Output]>.Publisher(output.map { [$0] } ?? [])
    }

    /// Returns one. Delivers nothing if there is no value.
    @inlinable
    public func count() -> Int?.Publisher {
        Optional<Int>.Publisher(output.map { _ in 1 })
    }

    /// Returns the least value. Does at once what ``Publisher/min(by:)`` does later.
    @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Wrapped?.Publisher {
        self
    }

    /// Returns the greatest value. Does at once what ``Publisher/max(by:)`` does later.
    @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Wrapped?.Publisher {
        self
    }

    /// Returns the result of the initial result and the value. Delivers nothing if there is no value.
    @inlinable
    public func reduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> T?.Publisher {
        Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) })
    }
}

extension Optional.Publisher where Wrapped: Equatable {
    /// Returns true if the value equals the given one. Delivers nothing if there is no value.
    @inlinable
    public func contains(_ output: Output) -> Bool?.Publisher {
        Optional<Bool>.Publisher(self.output.map { $0 == output })
    }
}

extension Optional.Publisher where Wrapped: Comparable {
    /// Returns the least value, as ``Publisher/min()`` would deliver it.
    @inlinable
    public func min() -> Wrapped?.Publisher {
        self
    }

    /// Returns the greatest value, as ``Publisher/max()`` would deliver it.
    @inlinable
    public func max() -> Wrapped?.Publisher {
        self
    }
}
