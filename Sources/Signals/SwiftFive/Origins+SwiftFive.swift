extension Deferred {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(createPublisher: @escaping () -> DeferredPublisher) {
        self.init(createPublisher: { [createPublisher = SwiftFiveClosure(createPublisher)] in createPublisher.function()
        })
    }
}
