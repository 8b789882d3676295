/// The outcome of a closure's run before anything is committed.
enum PreparedTask {
    /// There is nothing to commit.
    case unchanged(TaskEnding)
    case changed(ChangeSet, TaskEnding)
    case thrown(any Error)
    /// It could not be saved.
    case refused(SaveError)
}
