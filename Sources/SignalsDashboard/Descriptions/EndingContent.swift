/// A content that ends, such as a form: its layer leaves the screen then.
@MainActor
protocol EndingContent: LiveContent {
    /// Called when it has ended.
    var leaveScreen: @MainActor () -> Void { get set }
}
