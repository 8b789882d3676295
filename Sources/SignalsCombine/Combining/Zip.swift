@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Pairs values, and makes a new value of them.
    ///
    /// - Parameters:
    ///   - other: the other publisher.
    ///   - transform: makes a new value of the values.
    /// - Returns: a publisher of the new values.
    @inlinable
    public func zip<P: Publisher, T: Sendable>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
    where Failure == P.Failure {
        let transform = vouched(transform)
        return zip(other).map { transform($0.0, $0.1) }
    }
}
