import SignalsStore

/// A task as it was stored when it was read: a value that may go anywhere.
///
/// There may be a million of them: one of a snapshot has none of its values itself, and reads the line when it is asked for.
struct StoredTask: Hashable, Sendable, Identifiable {
    private enum Source: Hashable, Sendable {
        case snapshot(ObjectSnapshot<HouseholdTask>)
        indirect case values(Values)
    }

    private struct Values: Hashable, Sendable {
        let id: ManagedObjectID<HouseholdTask>
        let text: String
        let beginning: String
        let ending: String
        let position: Int
    }

    private let source: Source

    /// The present state of `task`, on its context's queue.
    init(_ task: HouseholdTask) {
        source = .values(
            Values(
                id: task.objectID, text: task.line, beginning: task.beginning, ending: task.ending,
                position: task.position))
    }

    /// The state of a task at the moment of a snapshot.
    init(_ task: ObjectSnapshot<HouseholdTask>) { source = .snapshot(task) }

    var id: ManagedObjectID<HouseholdTask> {
        switch source {
        case .snapshot(let task): task.objectID
        case .values(let values): values.id
        }
    }

    /// The line, which is read anew each time.
    var line: TodoLine { TodoLine(text) }

    /// The line as it is written.
    var text: String {
        switch source {
        case .snapshot(let task): task.line
        case .values(let values): values.text
        }
    }

    /// The names of its projects, in their order and with a blank between two.
    var projects: String {
        switch source {
        case .snapshot(let task): task.projects
        case .values(let values): HouseholdTask.DerivedValues(TodoLine(values.text), position: 0).projects
        }
    }

    /// The names of its contexts.
    var contexts: String {
        switch source {
        case .snapshot(let task): task.contexts
        case .values(let values): HouseholdTask.DerivedValues(TodoLine(values.text), position: 0).contexts
        }
    }

    var beginning: String {
        switch source {
        case .snapshot(let task): task.beginning
        case .values(let values): values.beginning
        }
    }

    var ending: String {
        switch source {
        case .snapshot(let task): task.ending
        case .values(let values): values.ending
        }
    }

    var position: Int {
        switch source {
        case .snapshot(let task): task.position
        case .values(let values): values.position
        }
    }
}
