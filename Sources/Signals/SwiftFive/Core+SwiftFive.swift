extension AnyCancellable {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public convenience init(_ cancel: @escaping () -> Void) {
        self.init({ [cancel = SwiftFiveClosure(cancel)] in cancel.function() })
    }
}
