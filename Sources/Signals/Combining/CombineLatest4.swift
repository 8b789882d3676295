@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Combines the latest values, and makes a new value of them.
    ///
    /// - Parameters:
    ///   - publisher1: a second publisher.
    ///   - publisher2: a third publisher.
    ///   - publisher3: a fourth publisher.
    ///   - transform: makes a new value of the values.
    /// - Returns: a publisher of the new values.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T: Sendable>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R,
        _ transform: @escaping @Sendable (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
    where Failure == P.Failure, Failure == Q.Failure, Failure == R.Failure {
        combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}
