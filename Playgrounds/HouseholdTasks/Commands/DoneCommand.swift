extension Program {
    /// Completes the open task with the given name, and waits for what became of it.
    func complete(_ name: String, in storage: StorageProvider) async throws -> Int32 {
        let task = try TaskSearch(await storage.tasks().value).task(named: name)
        let saves = SaveResult()
        saves.follow(
            storage.complete(task.id, on: .today),
            saved: { "Done: \(task.line.name)" + ($0?.due.map { "; due again on \($0)" } ?? "") },
            failed: { "not done: \(SaveFailure.reason($0, for: task.line))" })
        return await report(saves)
    }
}
