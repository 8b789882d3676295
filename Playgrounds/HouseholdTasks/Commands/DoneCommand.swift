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

    /// Opens the completed task with the given name again, and waits for what became of it.
    func reopen(_ name: String, in storage: StorageProvider) async throws -> Int32 {
        let task = try TaskSearch(await storage.tasks().value).completedTask(named: name)
        do { try await storage.reopen(task.id).value } catch {
            throw TaskFailure("not reopened: \(SaveFailure.reason(error, for: task.line))")
        }
        return status(console.print("Open again: \(task.line.name)"))
    }

    /// Deletes the open task with the given name, or else the completed one, and waits for what became of it.
    func delete(_ name: String, in storage: StorageProvider) async throws -> Int32 {
        let search = TaskSearch(try await storage.tasks().value)
        let task: StoredTask
        do { task = try search.task(named: name) } catch TaskError.alreadyDone {
            task = try search.completedTask(named: name)
        }
        do { try await storage.delete([task.id]).value } catch {
            throw TaskFailure("not deleted: \(SaveFailure.reason(error))")
        }
        return status(console.print("Deleted: \(task.line.name)"))
    }
}
