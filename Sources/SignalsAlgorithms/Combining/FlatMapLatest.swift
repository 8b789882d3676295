import SignalsCore

extension Publisher {
    /// Makes a publisher of each value, and delivers the values of the latest one.
    ///
    /// ```swift
    /// query.flatMapLatest { storage.search($0) }.sink { show($0) }  // earlier searches are cancelled
    /// ```
    ///
    /// It is `map` and then `switchToLatest`. **Demand**: asks upstream for all; what is left of downstream's demand
    /// goes to the latest publisher. **Completion**: finishes when upstream and the latest publisher have finished; a
    /// failure of one ends all. **Threads**: delivers on the threads of the publishers, one value at a time.
    ///
    /// - Parameter transform: makes a publisher of a value.
    /// - Returns: a publisher of the latest publisher's values.
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
        Publishers.Map(self, transform: transform).switchToLatest()
    }

    /// Makes a publisher that cannot fail of each value, and delivers the values of the latest one.
    ///
    /// - Parameter transform: makes a publisher of a value.
    /// - Returns: a publisher of the latest publisher's values.
    @_disfavoredOverload
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    )
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<P, Failure>, Publishers.Map<Self, Publishers.SetFailureType<P, Failure>>
        > where P.Failure == Never
    {
        Publishers.Map(self) { transform($0).setFailureType(to: Failure.self) }.switchToLatest()
    }
}

extension Publisher where Failure == Never {
    /// Makes a publisher that may fail of each value, and delivers the values of the latest one.
    ///
    /// - Parameter transform: makes a publisher of a value.
    /// - Returns: a publisher of the latest publisher's values.
    @_disfavoredOverload
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Map<Publishers.SetFailureType<Self, P.Failure>, P>> {
        Publishers.Map(setFailureType(to: P.Failure.self), transform: transform).switchToLatest()
    }
}
