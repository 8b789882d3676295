import Foundation

/// A task as other programs read it: a JSON object.
struct TaskRecord: Encodable {
    /// The line as it is in a todo.txt file.
    let line: String
    let task: String
    let isCompleted: Bool
    let priority: String?
    let due: String?
    let every: String?
    let projects: [String]
    let contexts: [String]

    init(_ task: StoredTask) {
        let line = task.line
        self.line = line.text
        self.task = line.plainName
        isCompleted = line.header.isCompleted
        priority = line.header.priority.map(String.init)
        due = line.due?.description
        every = line.value(of: "every").map { String($0.value) }
        (projects, contexts) = (line.projects, line.contexts)
    }

    /// The object in one line of text.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }
}
