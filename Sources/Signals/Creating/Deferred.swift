@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Deferred {
    /// A publisher that makes another for each subscriber.
    ///
    /// - Parameter createPublisher: makes the publisher, on the thread that subscribes.
    @inlinable
    public init(createPublisher: @escaping @Sendable () -> DeferredPublisher) {
        self.init(createPublisher, of: DeferredPublisher.self)
    }
}
