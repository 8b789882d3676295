extension Optional.Publisher {
    /// Returns the value as the closure transforms it. Does at once what ``Publisher/map(_:)`` does later.
    @inlinable
    public func map<T: Sendable>(_ transform: (Output) -> T) -> T?.Publisher {
        output.map(transform).publisher
    }

    /// Returns the transformed value unless it is nil. Does at once what ``Publisher/compactMap(_:)`` does later.
    @inlinable
    public func compactMap<T: Sendable>(_ transform: (Output) -> T?) -> T?.Publisher {
        output.flatMap(transform).publisher
    }

    /// Returns the value, with a value in place of an error, as ``Publisher/replaceError(with:)`` would deliver it.
    @inlinable
    public func replaceError(with output: Output) -> Wrapped?.Publisher {
        self
    }

    /// Returns the value, or the given value if there is none, as ``Publisher/replaceEmpty(with:)`` would deliver it.
    @inlinable
    public func replaceEmpty(with output: Output) -> Just<Output> {
        Just(self.output ?? output)
    }

    /// Returns the same publisher: to subscribe to it again would change nothing.
    @inlinable
    public func retry(_ times: Int) -> Wrapped?.Publisher {
        self
    }

    /// Returns the results so far. Does at once what ``Publisher/scan(_:_:)`` does later.
    @inlinable
    public func scan<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> T?.Publisher {
        output.map { nextPartialResult(initialResult, $0) }.publisher
    }
}
