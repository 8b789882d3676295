extension Program {
    /// Completes the open task with the given name, and waits for what became of it.
    func complete(_ name: String, in storage: StorageProvider) async throws -> Int32 {
        let task = try TaskSearch(await storage.tasks().value).task(named: name)
        let next: TodoLine?
        do { next = try await storage.complete(task.id, on: .today).value } catch {
            throw TaskFailure("not done: \(SaveFailure.reason(error, for: task.line))")
        }
        return status(
            console.print("Done: \(task.line.name)" + (next?.due.map { "; due again on \($0)" } ?? "")))
    }
}
