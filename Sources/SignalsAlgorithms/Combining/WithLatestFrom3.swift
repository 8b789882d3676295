import SignalsCore

extension Publisher {
    /// For each value of this publisher, delivers the latest values of three others.
    ///
    /// ```swift
    /// saveTaps.withLatestFrom(title, dueDate, assignee).sink { title, date, person in store(title, date, person) }
    /// ```
    ///
    /// Demand, completion and threads are those of ``withLatestFrom(_:)``; a value is left out until each of the others
    /// has delivered one.
    ///
    /// - Parameters:
    ///   - other: another publisher.
    ///   - other1: another publisher.
    ///   - other2: another publisher.
    /// - Returns: a publisher of the others' latest values.
    public func withLatestFrom<Other: Publisher, Other1: Publisher, Other2: Publisher>(
        _ other: Other, _ other1: Other1, _ other2: Other2
    )
        -> Publishers.WithLatestFrom<
            Self, Publishers.CombineLatest3<Other, Other1, Other2>, (Other.Output, Other1.Output, Other2.Output)
        > where Other.Failure == Failure, Other1.Failure == Failure, Other2.Failure == Failure
    {
        withLatestFrom(other.combineLatest(other1, other2))
    }

    /// For each value of this publisher, delivers what a closure makes of it and the latest values of three others.
    ///
    /// - Parameters:
    ///   - other: another publisher.
    ///   - other1: another publisher.
    ///   - other2: another publisher.
    ///   - resultSelector: makes the new value, on the thread that delivers.
    /// - Returns: a publisher of the new values.
    public func withLatestFrom<Other: Publisher, Other1: Publisher, Other2: Publisher, Result: Sendable>(
        _ other: Other, _ other1: Other1, _ other2: Other2,
        resultSelector: @escaping @Sendable (Output, (Other.Output, Other1.Output, Other2.Output)) -> Result
    ) -> Publishers.WithLatestFrom<Self, Publishers.CombineLatest3<Other, Other1, Other2>, Result>
    where Other.Failure == Failure, Other1.Failure == Failure, Other2.Failure == Failure {
        withLatestFrom(other.combineLatest(other1, other2), resultSelector: resultSelector)
    }
}
