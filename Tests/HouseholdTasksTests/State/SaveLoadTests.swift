import Signals
import SignalsStore
import XCTest

@testable import HouseholdTasks

final class SaveLoadTests: XCTestCase {
    /// The number of a task that the load added; 0 for another.
    private nonisolated func number(of task: StoredTask) -> Int {
        let words = task.line.name.split(separator: " ")
        return words.first == "Load" && words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    @MainActor
    func testALoadAddsTasksAndDeletesAllOfThemAtTheEnd() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("Sweep")
        let board = TaskBoard(storage, saves: SaveState())
        let load = Task { await SaveLoad(on: storage, perSecond: 500).run() }
        // Of those that it has added a few are left at any time: which of them are seen is not said.
        for await tasks in board.$tasks.values where tasks.contains(where: { number(of: $0) >= 20 }) { break }
        load.cancel()
        await load.value
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Sweep"])
    }
}
