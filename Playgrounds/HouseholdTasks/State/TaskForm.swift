import Signals
import SignalsDashboard
import SignalsStore

/// A form in which a person writes a task, a new one or one that is there.
///
/// It edits a copy in a child of the view context. Saving brings the copy's changes to the store, and nothing else; a
/// form that is let go of has changed nothing. Each key is a step that can be undone.
@MainActor
final class TaskForm {
    /// What is being written, with the cursor.
    private(set) var field: TextField
    /// What the form says it is for.
    let label: String

    private let parent: ManagedObjectContext
    private let context: ManagedObjectContext
    private let task: HouseholdTask
    private let isNew: Bool

    /// A form for a new task.
    init(addingTo parent: ManagedObjectContext) {
        self.parent = parent
        context = Self.makeContext(in: parent)
        // The first step back is the first key, and not the task itself.
        context.isUndoEnabled = false
        task = HouseholdTask(context: context)
        context.isUndoEnabled = true
        (field, label, isNew) = (TextField(), "New task: ", true)
    }

    /// A form for a task that is there.
    ///
    /// - Throws: when it is there no more, or cannot be read.
    init(editing id: ManagedObjectID<HouseholdTask>, in parent: ManagedObjectContext) throws {
        self.parent = parent
        context = Self.makeContext(in: parent)
        task = try context.existingObject(with: id)
        (field, label, isNew) = (TextField(task.line), "Edit task: ", false)
    }

    /// Whether nothing is written.
    var isEmpty: Bool { field.text.allSatisfy(\.isWhitespace) }

    /// Writes, or takes a step back or forth; false for what means neither.
    func take(_ input: Input) -> Bool {
        switch input {
        case .key(.control("_")): step { context.undo() }
        case .key(.control("y")): step { context.redo() }
        default:
            guard field.take(input) else { return false }
            if field.text != task.line { task.line = field.text }
        }
        return true
    }

    /// Saves what is written. When that fails, nothing is saved and the form still has everything.
    ///
    /// - Returns: the task's line as it is saved now.
    func save() -> Future<TodoLine, TaskFailure> {
        let line = TodoLine(field.text)
        return Future { promise in
            do {
                if let problem = line.problemWhenTyped { throw problem }
                try take(line)
                try context.saveThroughParent()
                promise(.success(line))
            } catch {
                promise(.failure(TaskFailure("Not saved: \(SaveFailure.reason(error, for: line))")))
            }
        }
    }

    private func take(_ line: TodoLine) throws {
        task.take(line)
        if isNew { task.position = try StorageProvider.nextPosition(in: parent) }
    }

    private func step(_ body: () -> Void) {
        body()
        if task.line != field.text { field = TextField(task.line) }
    }

    private static func makeContext(in parent: ManagedObjectContext) -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        context.name = "task form"
        return context
    }
}

extension TaskForm: Hashable {
    nonisolated static func == (one: TaskForm, other: TaskForm) -> Bool { one === other }
    nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
