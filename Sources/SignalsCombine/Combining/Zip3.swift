@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Puts values together, and makes a new value of them.
    ///
    /// - Parameters:
    ///   - publisher1: a second publisher.
    ///   - publisher2: a third publisher.
    ///   - transform: makes a new value of the values.
    /// - Returns: a publisher of the new values.
    @inlinable
    public func zip<P: Publisher, Q: Publisher, T: Sendable>(
        _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T>
    where Failure == P.Failure, Failure == Q.Failure {
        let transform = vouched(transform)
        return zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
    }
}
