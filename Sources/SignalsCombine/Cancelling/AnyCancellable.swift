@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension AnyCancellable {
    /// An activity that `cancel` ends.
    ///
    /// - Parameter cancel: called at most once, on the thread that cancels or releases this object.
    public convenience init(_ cancel: @escaping () -> Void) {
        let cancel = vouched(cancel)
        self.init(CancelAction(run: cancel))
    }
}
