import SignalsDashboard

extension Program {
    /// Prints the tasks by due day, one a line, without codes for colours.
    func list(all: Bool, in storage: StorageProvider) async throws -> Int32 {
        let tasks = try await storage.tasks().value.inShownOrder.map(\.line)
        let completed = tasks.count { $0.header.isCompleted }
        let lines = tasks.filter { all || !$0.header.isCompleted }.map { TaskRow(task: $0, today: .today).line.text }
        var text = lines.joined(separator: "\n")
        if lines.isEmpty { text = "No open tasks." }
        if completed > 0, !all { text += "\n(\(completed) done; list --all shows them)" }
        return status(console.print(text))
    }
}
