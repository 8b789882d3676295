import SignalsStore

@testable import HouseholdTasks

extension StorageProvider {
    /// A provider over a scratch store that is gone with the test.
    static func inMemory() throws -> StorageProvider {
        StorageProvider(try PersistentContainer(name: "Test", model: model, stores: [.inMemory()]))
    }

    /// Saves lines of todo.txt, one after another.
    func add(_ lines: String...) async throws {
        for line in lines { try await add(NewTask(line: TodoLine(line))).value }
    }

    /// The stored lines in the order of their file.
    func lines() async throws -> [String] {
        try await tasks().value.inFileOrder.map(\.line.text)
    }
}
