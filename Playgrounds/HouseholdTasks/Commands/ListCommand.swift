import SignalsDashboard

extension Program {
    /// Prints the tasks by due day, one a line, without codes for colours; with `json`, each as an object.
    func list(all: Bool, json: Bool = false, in storage: StorageProvider) async throws -> Int32 {
        let tasks = try await storage.tasks().value.inShownOrder
        let shown = tasks.filter { all || !$0.line.header.isCompleted }
        if json { return status(console.write(shown.map { TaskRecord($0).json + "\n" }.joined())) }
        var text = shown.map { TaskRow(task: $0.line, today: .today).line.text }.joined(separator: "\n")
        if shown.isEmpty { text = "No open tasks." }
        let completed = tasks.count { $0.line.header.isCompleted }
        if completed > 0, !all { text += "\n(\(completed) done; list --all shows them)" }
        return status(console.print(text))
    }
}
