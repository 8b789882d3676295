extension Program {
    /// Saves a task typed as a line of todo.txt, and waits for what became of it.
    func add(_ text: String, to storage: StorageProvider) async throws -> Int32 {
        let line = TodoLine(text)
        if let problem = line.problemWhenTyped { throw problem }
        do { try await storage.add(NewTask(line: line)).value } catch {
            throw TaskFailure("not saved: \(SaveFailure.reason(error, for: line))")
        }
        return status(console.print("Saved: \(line.name)"))
    }
}
