/// Why a background task failed, and in which context.
struct BackgroundFailure: Error {
    let error: any Error
    /// Nil when the task never ran.
    var contextName: String?
}
