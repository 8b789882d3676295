@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Deferred {
    /// A publisher that makes another for each subscriber.
    ///
    /// - Parameter createPublisher: makes the publisher, on the thread that subscribes.
    @inlinable
    public init(createPublisher: @escaping () -> DeferredPublisher) {
        let createPublisher = vouched(createPublisher)
        self.init(createPublisher, of: DeferredPublisher.self)
    }
}
