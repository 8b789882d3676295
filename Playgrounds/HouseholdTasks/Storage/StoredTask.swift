import SignalsStore

/// A task as it was stored when it was read: a value that may go anywhere.
struct StoredTask: Hashable, Sendable, Identifiable {
    let id: ManagedObjectID<HouseholdTask>
    let line: TodoLine
    let beginning: String
    let ending: String
    let position: Int

    /// The present state of `task`, on its context's queue.
    init(_ task: HouseholdTask) {
        id = task.objectID
        line = TodoLine(task.line)
        beginning = task.beginning
        ending = task.ending
        position = task.position
    }

    /// The state of a task at the moment of a snapshot.
    init(_ task: ObjectSnapshot<HouseholdTask>) {
        id = task.objectID
        line = TodoLine(task.line)
        beginning = task.beginning
        ending = task.ending
        position = task.position
    }
}
