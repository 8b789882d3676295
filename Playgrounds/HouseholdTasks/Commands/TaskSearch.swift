import Foundation

/// Finds the open task a person means.
struct TaskSearch {
    private let tasks: [StoredTask]

    init(_ tasks: [StoredTask]) {
        self.tasks = tasks
    }

    /// The open task whose name is `text`, or whose name without projects and contexts is, or the only one whose name
    /// begins with it, capital or not.
    ///
    /// - Throws: `TaskError` when there is none, or more than one.
    func task(named text: String) throws -> StoredTask {
        let name = TodoLine(text).name
        let open = tasks.filter { !$0.line.header.isCompleted }
        let ways: [(StoredTask) -> Bool] = [
            { $0.line.name == name }, { $0.line.plainName == name },
            { $0.line.name.range(of: name, options: [.caseInsensitive, .anchored]) != nil },
        ]
        for way in ways {
            let found = open.filter(way)
            if found.count == 1 { return found[0] }
            if found.count > 1 { throw TaskError.ambiguous(name: text, candidates: found.map(\.line.name)) }
        }
        throw tasks.contains { $0.line.name == name || $0.line.plainName == name }
            ? TaskError.alreadyDone(name: name) : TaskError.noSuchTask(name: text)
    }

    /// The completed task whose name is `text`, or whose name without projects and contexts is: of several the last one.
    ///
    /// - Throws: `TaskError` when there is none.
    func completedTask(named text: String) throws -> StoredTask {
        let name = TodoLine(text).name
        let found = tasks.filter { $0.line.header.isCompleted }.inShownOrder
            .first { $0.line.name == name || $0.line.plainName == name }
        guard let found else { throw TaskError.noSuchDoneTask(name: text) }
        return found
    }
}
