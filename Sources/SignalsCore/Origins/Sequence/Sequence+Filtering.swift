extension Publishers.Sequence {
    /// Returns the elements that fulfil the condition. Does at once what ``Publisher/filter(_:)`` does later.
    @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence<[Output], Failure>(sequence: sequence.filter(isIncluded))
    }

    /// Returns the rest without the first values, as ``Publisher/dropFirst(_:)`` would deliver it.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
        requireNotNegative(count, for: "dropFirst(_:)")
        return Publishers.Sequence<DropFirstSequence<Elements>, Failure>(
            sequence: DropFirstSequence(sequence, dropping: count))
    }

    /// Returns the first values, as `prefix(_:)` of any publisher would deliver them.
    @inlinable
    public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
        requireNotNegative(maxLength, for: "prefix(_:)")
        return Publishers.Sequence<PrefixSequence<Elements>, Failure>(
            sequence: PrefixSequence(sequence, maxLength: maxLength))
    }

    /// Returns the first values that fulfil the condition. Does at once what ``Publisher/prefix(while:)`` does later.
    @inlinable
    public func prefix(while predicate: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence<[Output], Failure>(sequence: Array(sequence.prefix(while: predicate)))
    }

    /// Returns no value, only the end, as from ``Publisher/ignoreOutput()``.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Failure> {
        Empty()
    }
}

extension Publishers.Sequence where Elements.Iterator: Sendable {
    /// Leaves out the first values that fulfil the condition. Does at once what ``Publisher/drop(while:)`` does.
    @inlinable
    public func drop(while predicate: (Output) -> Bool) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
        Publishers.Sequence<DropWhileSequence<Elements>, Failure>(sequence: sequence.drop(while: predicate))
    }
}

extension Publishers.Sequence where Elements.Element: Equatable {
    /// Returns the elements without duplicates, as ``Publisher/removeDuplicates()`` would deliver it.
    @inlinable
    public func removeDuplicates() -> Publishers.Sequence<[Output], Failure> {
        var last: Output?
        return filter { element in
            defer { last = element }
            return element != last
        }
    }
}

extension Publishers.Sequence where Failure == Never {
    /// Returns the first value that fulfils the condition. Does at once what ``Publisher/first(where:)`` does later.
    @inlinable
    public func first(where predicate: (Output) -> Bool) -> Output?.Publisher {
        sequence.first(where: predicate).publisher
    }
}

extension Publishers.Sequence where Elements: Collection {
    /// Returns the values at the positions, as ``Publisher/output(in:)`` would deliver them.
    @inlinable
    public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
        let range = range.clamped(to: sequence.startIndex..<sequence.endIndex)
        return Publishers.Sequence<[Output], Failure>(sequence: Array(sequence[range]))
    }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
    /// Returns the first value, as ``Publisher/first()`` would deliver it.
    @inlinable
    public func first() -> Output?.Publisher {
        sequence.first.publisher
    }

    /// Returns the value at the position, if there is one, as ``Publisher/output(at:)`` would deliver it.
    @inlinable
    public func output(at index: Elements.Index) -> Output?.Publisher {
        let isInside = index >= sequence.startIndex && index < sequence.endIndex
        return Optional.Publisher(isInside ? sequence[index] : nil)
    }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
    /// Returns the last value, as ``Publisher/last()`` would deliver it.
    @inlinable
    public func last() -> Output?.Publisher {
        sequence.last.publisher
    }

    /// Returns the last value that fulfils the condition. Does at once what ``Publisher/last(where:)`` does later.
    @inlinable
    public func last(where predicate: (Output) -> Bool) -> Output?.Publisher {
        sequence.last(where: predicate).publisher
    }
}
