extension Program {
    /// Saves a task typed as a line of todo.txt, and waits for what became of it.
    func add(_ text: String, to storage: StorageProvider) async throws -> Int32 {
        let line = TodoLine(text)
        if let problem = line.problemWhenTyped { throw problem }
        let saves = SaveResult()
        saves.follow(
            storage.add(NewTask(line: line)), saved: { _ in "Saved: \(line.name)" },
            failed: { "not saved: \(SaveFailure.reason($0, for: line))" })
        return await report(saves)
    }

    /// Waits for the saves and says what became of them.
    func report(_ saves: SaveResult) async -> Int32 {
        await saves.settled()
        for alert in saves.alerts { console.printError(alert) }
        guard !saves.hasError else { return 1 }
        return status(console.print(saves.lastSaved))
    }
}
