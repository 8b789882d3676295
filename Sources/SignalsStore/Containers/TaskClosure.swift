import Foundation

/// A closure of a background task, with the data that is stored beside its changes.
protocol TaskClosure: Sendable {
    /// Runs it, and returns what is to be committed.
    ///
    /// - Parameters:
    ///   - context: the context of the run.
    ///   - receipt: reads the result that is kept for a key, as the run sees the store.
    func prepare(
        in context: ManagedObjectContext, reading receipt: (String) throws -> Data?
    ) -> PreparedTask
}

/// The outcome of a closure's run before anything is committed.
enum PreparedTask {
    /// There is nothing to commit.
    case unchanged(TaskEnding)
    case changed(ChangeSet, TaskEnding)
    case thrown(any Error)
    /// It could not be saved.
    case refused(SaveError)
}

/// The ending of a task whose changes are committed.
struct TaskEnding: Sendable {
    /// The level that has what the closure saved itself, or else the context; nil where neither was prepared to be saved.
    let whole: ManagedObjectContext?
    let task: BackgroundWork.Ending
    /// The same where another had committed with the same key, with the result that is kept for it.
    var repeated: (@Sendable (Data) -> BackgroundWork.Ending)?
}

/// A closure whose changes are saved when it returns.
struct SavedClosure: TaskClosure {
    let body: BackgroundWork.Body
    let span: OngoingSpan?

    func prepare(
        in context: ManagedObjectContext, reading receipt: (String) throws -> Data?
    ) -> PreparedTask {
        let ending: BackgroundWork.Ending
        do { ending = try context.withInnerSaves(body) } catch { return .thrown(error) }
        do throws(SaveError) {
            let (whole, changeSet) = try context.prepareWhole()
            if let span { span.note(changeSet ?? ChangeSet()) }
            guard let changeSet else { return .unchanged(TaskEnding(whole: nil, task: ending)) }
            let taskEnding = TaskEnding(whole: whole, task: ending)
            return changeSet.isEmpty ? .unchanged(taskEnding) : .changed(changeSet, taskEnding)
        } catch { return .refused(error) }
    }
}
