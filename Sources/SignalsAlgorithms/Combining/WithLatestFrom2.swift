import SignalsCore

extension Publisher {
    /// For each value of this publisher, delivers the latest values of two others.
    ///
    /// ```swift
    /// saveTaps.withLatestFrom(title, dueDate).sink { title, date in store(title, date) }
    /// ```
    ///
    /// Demand, completion and threads are those of ``withLatestFrom(_:)``; a value is left out until each of the others
    /// has delivered one.
    ///
    /// - Parameters:
    ///   - other: another publisher.
    ///   - other1: another publisher.
    /// - Returns: a publisher of the others' latest values.
    public func withLatestFrom<Other: Publisher, Other1: Publisher>(
        _ other: Other, _ other1: Other1
    )
        -> Publishers.WithLatestFrom<
            Self, Publishers.CombineLatest<Other, Other1>, (Other.Output, Other1.Output)
        > where Other.Failure == Failure, Other1.Failure == Failure
    {
        withLatestFrom(other.combineLatest(other1))
    }

    /// For each value of this publisher, delivers what a closure makes of it and the latest values of two others.
    ///
    /// - Parameters:
    ///   - other: another publisher.
    ///   - other1: another publisher.
    ///   - resultSelector: makes the new value, on the thread that delivers.
    /// - Returns: a publisher of the new values.
    public func withLatestFrom<Other: Publisher, Other1: Publisher, Result: Sendable>(
        _ other: Other, _ other1: Other1,
        resultSelector: @escaping @Sendable (Output, (Other.Output, Other1.Output)) -> Result
    ) -> Publishers.WithLatestFrom<Self, Publishers.CombineLatest<Other, Other1>, Result>
    where Other.Failure == Failure, Other1.Failure == Failure {
        withLatestFrom(other.combineLatest(other1), resultSelector: resultSelector)
    }
}
