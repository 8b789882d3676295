import SignalsStore

/// A task as it is stored: its line of todo.txt as it was written, and what is needed to find and order it.
final class HouseholdTask: ManagedObject {
    /// The task's name while it is open; `nil` once it is completed, so that completed ones may repeat.
    @Attribute(.unique) var openName: String? = nil
    /// The line of todo.txt, to the last space.
    @Attribute var line = ""
    /// What stood before the line in its file (empty lines, a byte order mark), if it was the first.
    @Attribute var beginning = ""
    /// The line's end, and the empty lines that followed it.
    @Attribute var ending = "\n"
    /// The line's place among the others.
    @Attribute(.indexed) var position = 0

    /// Takes over a line and all that follows from it.
    func take(_ line: TodoLine) {
        let name = line.header.isCompleted ? nil : line.name
        // What is assigned is a step of undo, also where it is the same.
        if self.line != line.text { self.line = line.text }
        if openName != name { openName = name }
    }
}
