import Signals
import SignalsDashboard
import SignalsStore

/// A form in which a person writes a task, a new one or one that is there.
///
/// It edits a copy in a child of the view context, where each key is a step that can be undone. Saving is one of the
/// session's edits; a form that is let go of has changed nothing.
@MainActor
final class TaskForm {
    /// The text that is being written, with the cursor.
    private(set) var field: TextField
    /// The purpose of the form, as it says.
    let label: String

    private let context: ManagedObjectContext
    private let task: HouseholdTask
    /// The task that is edited, and its line before; nil for a new one.
    private let edited: (id: ManagedObjectID<HouseholdTask>, line: String)?

    /// A form for a new task.
    init(addingTo parent: ManagedObjectContext) {
        context = Self.makeContext(in: parent)
        // The first step back is the first key, and not the task itself.
        context.isUndoEnabled = false
        task = HouseholdTask(context: context)
        context.isUndoEnabled = true
        (field, label, edited) = (TextField(), "New task: ", nil)
    }

    /// A form for a task that is there.
    ///
    /// - Throws: when it is there no more, or cannot be read.
    init(editing id: ManagedObjectID<HouseholdTask>, in parent: ManagedObjectContext) throws {
        context = Self.makeContext(in: parent)
        task = try context.existingObject(with: id)
        (field, label, edited) = (TextField(task.line), "Edit task: ", (id, task.line))
    }

    /// True if nothing is written.
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

    /// Saves what is written, as one of the session's edits. When that fails, the form still has everything.
    ///
    /// - Returns: the task's line as it is saved now.
    func save(in edits: TaskEdits) -> Future<TodoLine, any Error> {
        let line = TodoLine(field.text)
        if let problem = line.problemWhenTyped { return Future { $0(.failure(problem)) } }
        guard let (id, before) = edited else {
            return edits.make("added “\(line.plainName)”") { context in
                try HouseholdTask.add(NewTask(line: line), in: context)
                return line
            }
        }
        return edits.make("changed “\(line.plainName)”") { context in
            let task = try context.existingObject(with: id)
            guard task.line == before else { throw TaskError.changedMeanwhile(name: TodoLine(before).name) }
            task.take(line)
            return line
        }
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
