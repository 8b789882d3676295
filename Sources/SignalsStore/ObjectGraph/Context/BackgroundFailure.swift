/// The error of a background task, with the context in which it failed.
@usableFromInline
struct BackgroundFailure: Error {
    @usableFromInline let error: any Error
    /// Nil when the task never ran.
    let contextName: String?

    init(error: any Error, contextName: String? = nil) {
        self.error = error
        self.contextName = contextName
    }
}
