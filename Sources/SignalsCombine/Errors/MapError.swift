@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Transforms the error, if there is one.
    ///
    /// ```swift
    /// save.mapError { StorageError.couldNotSave(reason: $0) }
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: finishing passes unchanged, a failure with the new error.
    ///
    /// - Parameter transform: makes a new error from the error. Called at most once, on the thread that delivers it.
    /// - Returns: a publisher of the same values.
    @inlinable
    public func mapError<E: Error>(
        _ transform: @escaping (Failure) -> E
    ) -> Publishers.MapError<Self, E> {
        let transform = vouched(transform)
        return Publishers.MapError(self, transform)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.MapError {
    /// A publisher that transforms another's error.
    ///
    /// - Parameters:
    ///   - upstream: the publisher that delivers the values.
    ///   - map: the transformation of the error.
    @inlinable
    public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
        let map = vouched(map)
        self.init(upstream, map)
    }
}
