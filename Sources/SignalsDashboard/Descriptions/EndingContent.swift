/// A content that a person can be done with, such as a form: what it is presented in leaves the screen then.
@MainActor
protocol EndingContent: LiveContent {
    /// Called when it has ended.
    var leaveScreen: @MainActor () -> Void { get set }
}
