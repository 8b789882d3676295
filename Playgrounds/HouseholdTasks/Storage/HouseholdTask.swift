import SignalsStore

/// A task as it is stored: its line of todo.txt as it was written, and what is needed to find and order it.
final class HouseholdTask: ManagedObject {
    /// The task's name while it is open; `nil` once it is completed, so that completed ones may repeat.
    @Attribute(.unique) var openName: String? = nil
    /// The line of todo.txt, to the last space.
    @Attribute var line = ""
    /// The text before the line in its file (empty lines, a byte order mark), if it was the first.
    @Attribute var beginning = ""
    /// The line's end, and the empty lines that followed it.
    @Attribute var ending = "\n"
    /// The line's place among the others.
    @Attribute(.indexed) var position = 0
    /// The task's place among those that are shown: what `TaskOrder` makes of the line and its position.
    @Attribute(.indexed) var shownOrder = 0
    /// The names of the line's projects, in their order and with a blank between two.
    @Attribute var projects = ""
    /// The names of its contexts.
    @Attribute var contexts = ""

    /// Takes over a line and all that follows from it and from the position.
    func take(_ line: TodoLine) {
        let name = line.header.isCompleted ? nil : line.name
        // What is assigned is a step of undo, also where it is the same.
        if self.line != line.text { self.line = line.text }
        if openName != name { openName = name }
        let derived = DerivedValues(line, position: position)
        if shownOrder != derived.shownOrder { shownOrder = derived.shownOrder }
        if projects != derived.projects { projects = derived.projects }
        if contexts != derived.contexts { contexts = derived.contexts }
    }
}

extension HouseholdTask {
    /// The values that are stored of a task so that the store can sort and group tasks, and follow from its line and
    /// position.
    struct DerivedValues {
        let shownOrder: Int
        let projects: String
        let contexts: String

        init(_ line: TodoLine, position: Int) {
            shownOrder = TaskOrder(line, position: position).key
            projects = Set(line.projects).sorted().joined(separator: " ")
            contexts = Set(line.contexts).sorted().joined(separator: " ")
        }
    }

    /// Leads from stores that had none of the derived values.
    static var derivation: MigrationStage {
        MigrationStage(from: 1, to: StorageProvider.model) { step in
            try step.forEachRow(of: "HouseholdTask") { old in try derive(old, step) }
        }
    }

    private static func derive(_ old: MigrationRow, _ step: MigrationStep) throws {
        let line = TodoLine(try old.value("line", as: String.self))
        let derived = DerivedValues(line, position: try old.value("position", as: Int.self))
        let values: [String: any AttributeValue] = [
            "shownOrder": derived.shownOrder, "projects": derived.projects, "contexts": derived.contexts,
        ]
        try step.update("HouseholdTask", old.number, values)
    }
}
