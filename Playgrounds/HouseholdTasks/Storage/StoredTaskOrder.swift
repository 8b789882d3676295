extension [StoredTask] {
    /// The tasks in the order in which they are shown.
    var inShownOrder: [StoredTask] {
        map { (task: $0, order: TaskOrder($0.line, position: $0.position)) }.sorted { $0.order < $1.order }.map(\.task)
    }

    /// The tasks in the order of their file; of those in one place, as recurring ones are, the completed ones first.
    var inFileOrder: [StoredTask] {
        sorted {
            ($0.position, $0.line.header.isCompleted ? 0 : 1, $0.line.text)
                < ($1.position, $1.line.header.isCompleted ? 0 : 1, $1.line.text)
        }
    }

    /// The text of a todo.txt file with these tasks: what came from one and was not changed, byte for byte.
    var todoText: String {
        var text = ""
        for task in inFileOrder {
            // The last line of a file may have had no end; here another line follows it.
            if !text.isEmpty, text.utf8.last != UInt8(ascii: "\n") { text += "\n" }
            text += task.beginning + task.line.text + task.ending
        }
        return text
    }
}
