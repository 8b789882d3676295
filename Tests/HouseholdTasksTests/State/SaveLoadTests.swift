import Signals
import SignalsStore
import XCTest

@testable import HouseholdTasks

final class SaveLoadTests: XCTestCase {
    @MainActor
    func testALoadAddsTasksAndDeletesAllOfThemAtTheEnd() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("Sweep")
        let board = TaskBoard(storage, saves: SaveState())
        let load = Task { await SaveLoad(on: storage, perSecond: 500).run() }
        for await tasks in board.$tasks.values where tasks.contains(where: { $0.line.name.hasPrefix("Load 20 ") }) {
            break
        }
        load.cancel()
        await load.value
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Sweep"])
    }
}
