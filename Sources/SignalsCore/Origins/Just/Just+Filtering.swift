extension Just {
    /// Returns the value, if the condition is fulfilled. Does at once what ``Publisher/filter(_:)`` does later.
    @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Output?.Publisher {
        Optional.Publisher(isIncluded(output) ? output : nil)
    }

    /// Returns the first value, as ``Publisher/first()`` would deliver it.
    @inlinable
    public func first() -> Just<Output> {
        self
    }

    /// Returns the first value that fulfils the condition. Does at once what ``Publisher/first(where:)`` does later.
    @inlinable
    public func first(where predicate: (Output) -> Bool) -> Output?.Publisher {
        filter(predicate)
    }

    /// Returns the last value, as ``Publisher/last()`` would deliver it.
    @inlinable
    public func last() -> Just<Output> {
        self
    }

    /// Returns the last value that fulfils the condition. Does at once what ``Publisher/last(where:)`` does later.
    @inlinable
    public func last(where predicate: (Output) -> Bool) -> Output?.Publisher {
        filter(predicate)
    }

    /// Returns the rest without the first values, as ``Publisher/dropFirst(_:)`` would deliver it.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Output?.Publisher {
        Optional.Publisher(output).dropFirst(count)
    }

    /// Leaves out the first values that fulfil the condition. Does at once what ``Publisher/drop(while:)`` does.
    @inlinable
    public func drop(while predicate: (Output) -> Bool) -> Output?.Publisher {
        filter { !predicate($0) }
    }

    /// Returns the first values, as `prefix(_:)` of any publisher would deliver them.
    @inlinable
    public func prefix(_ maxLength: Int) -> Output?.Publisher {
        Optional.Publisher(output).prefix(maxLength)
    }

    /// Returns the first values that fulfil the condition. Does at once what ``Publisher/prefix(while:)`` does later.
    @inlinable
    public func prefix(while predicate: (Output) -> Bool) -> Output?.Publisher {
        filter(predicate)
    }

    /// Returns the value at the position, if there is one, as ``Publisher/output(at:)`` would deliver it.
    @inlinable
    public func output(at index: Int) -> Output?.Publisher {
        output(in: index...index)
    }

    /// Returns the values at the positions, as ``Publisher/output(in:)`` would deliver them.
    @inlinable
    public func output<R: RangeExpression>(in range: R) -> Output?.Publisher where R.Bound == Int {
        Optional.Publisher(output).output(in: range)
    }

    /// Returns no value, only the end, as from ``Publisher/ignoreOutput()``.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Never> {
        Empty()
    }

    /// Returns the value without duplicates. Does at once what ``Publisher/removeDuplicates(by:)`` does later.
    @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> {
        self
    }

    /// Returns the value without duplicates, or the error. Does at once what ``Publisher/tryRemoveDuplicates(by:)``
    /// does later.
    @inlinable
    public func tryRemoveDuplicates(by predicate: (Output, Output) throws -> Bool)
        -> Result<Output, any Error>.Publisher
    {
        Result.Publisher(output)
    }
}

extension Just where Output: Equatable {
    /// Returns the value without duplicates, as ``Publisher/removeDuplicates()`` would deliver it.
    @inlinable
    public func removeDuplicates() -> Just<Output> {
        self
    }
}
