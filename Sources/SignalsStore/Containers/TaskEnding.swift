import Foundation

/// The ending of a task whose changes are committed.
struct TaskEnding: Sendable {
    /// The level that has what the closure saved itself, or else the context; nil where neither was prepared to be saved.
    let whole: ManagedObjectContext?
    let task: BackgroundWork.Ending
    /// The same where another had committed with the same key, with the result that is kept for it.
    var repeated: (@Sendable (Data) -> BackgroundWork.Ending)?
}
