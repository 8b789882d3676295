extension Optional.Publisher {
    /// Returns the value, if the condition is fulfilled. Does at once what ``Publisher/filter(_:)`` does later.
    @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Wrapped?.Publisher {
        Optional.Publisher(output.flatMap { isIncluded($0) ? $0 : nil })
    }

    /// Returns the first value, as ``Publisher/first()`` would deliver it.
    @inlinable
    public func first() -> Wrapped?.Publisher {
        self
    }

    /// Returns the first value that fulfils the condition. Does at once what ``Publisher/first(where:)`` does later.
    @inlinable
    public func first(where predicate: (Output) -> Bool) -> Wrapped?.Publisher {
        filter(predicate)
    }

    /// Returns the last value, as ``Publisher/last()`` would deliver it.
    @inlinable
    public func last() -> Wrapped?.Publisher {
        self
    }

    /// Returns the last value that fulfils the condition. Does at once what ``Publisher/last(where:)`` does later.
    @inlinable
    public func last(where predicate: (Output) -> Bool) -> Wrapped?.Publisher {
        filter(predicate)
    }

    /// Returns the rest without the first values, as ``Publisher/dropFirst(_:)`` would deliver it.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Wrapped?.Publisher {
        requireNotNegative(count, for: "dropFirst(_:)")
        return Optional.Publisher(count == 0 ? output : nil)
    }

    /// Leaves out the first values that fulfil the condition. Does at once what ``Publisher/drop(while:)`` does.
    @inlinable
    public func drop(while predicate: (Output) -> Bool) -> Wrapped?.Publisher {
        filter { !predicate($0) }
    }

    /// Returns the first values, as `prefix(_:)` of any publisher would deliver them.
    @inlinable
    public func prefix(_ maxLength: Int) -> Wrapped?.Publisher {
        requireNotNegative(maxLength, for: "prefix(_:)")
        return Optional.Publisher(maxLength > 0 ? output : nil)
    }

    /// Returns the first values that fulfil the condition. Does at once what ``Publisher/prefix(while:)`` does later.
    @inlinable
    public func prefix(while predicate: (Output) -> Bool) -> Wrapped?.Publisher {
        filter(predicate)
    }

    /// Returns the value at the position, if there is one, as ``Publisher/output(at:)`` would deliver it.
    @inlinable
    public func output(at index: Int) -> Wrapped?.Publisher {
        output(in: index...index)
    }

    /// Returns the values at the positions, as ``Publisher/output(in:)`` would deliver them.
    @inlinable
    public func output<R: RangeExpression>(in range: R) -> Wrapped?.Publisher where R.Bound == Int {
        let range = positions(in: range)
        requireNotNegative(range.lowerBound, for: "output(in:)")
        return Optional.Publisher(range.contains(0) ? output : nil)
    }

    /// Returns no value, only the end, as from ``Publisher/ignoreOutput()``.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Never> {
        Empty()
    }

    /// Returns the value without duplicates. Does at once what ``Publisher/removeDuplicates(by:)`` does later.
    @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Wrapped?.Publisher {
        self
    }
}

extension Optional.Publisher where Wrapped: Equatable {
    /// Returns the value without duplicates, as ``Publisher/removeDuplicates()`` would deliver it.
    @inlinable
    public func removeDuplicates() -> Wrapped?.Publisher {
        self
    }
}
