@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension AnyCancellable {
    /// An activity that `cancel` ends.
    ///
    /// - Parameter cancel: called at most once, on the thread that cancels or releases this object.
    public convenience init(_ cancel: @escaping @Sendable () -> Void) {
        self.init(CancelAction(run: cancel))
    }
}
