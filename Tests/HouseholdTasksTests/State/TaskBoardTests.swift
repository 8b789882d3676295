import Signals
import XCTest

@testable import HouseholdTasks

final class TaskBoardTests: XCTestCase {
    @MainActor
    private func board(_ lines: String...) async throws -> (
        board: TaskBoard, saves: SaveResult, storage: StorageProvider
    ) {
        let storage = try StorageProvider.inMemory()
        for line in lines { try await storage.add(line) }
        let saves = SaveResult()
        let board = TaskBoard(storage, saves: saves)
        await reading(board, until: lines.count)
        return (board, saves, storage)
    }

    @MainActor
    private func reading(_ board: TaskBoard, until count: Int) async {
        board.read()
        for await tasks in board.$tasks.values where tasks.count == count { return }
    }

    @MainActor
    private func names(_ board: TaskBoard) -> [String] { board.tasks.map(\.line.name) }

    @MainActor
    func testTasksAreSortedByDueDay() async throws {
        let (board, _, _) = try await board("Never", "x Done", "Late due:2099-12-02", "(A) Soon due:2099-12-01")
        XCTAssertEqual(names(board), ["Soon", "Late", "Never", "Done"])
    }

    @MainActor
    func testTheSelectionStaysInTheList() async throws {
        let (board, _, _) = try await board("one", "two", "three")
        board.move(by: -1)
        XCTAssertEqual(board.selected, 0)
        board.move(by: 2)
        XCTAssertEqual(board.selected, 2)
        board.move(by: 10)
        XCTAssertEqual(board.selected, 2)
    }

    @MainActor
    func testAnAddedTaskAppears() async throws {
        let (board, saves, _) = try await board()
        board.mode = .adding(TextField("Sweep"))
        board.add("Sweep")
        XCTAssertEqual(board.mode, .browsing)
        await reading(board, until: 1)
        await saves.settled()
        XCTAssertEqual(saves.lastSaved, "Saved: Sweep")
    }

    @MainActor
    func testWhatCannotBeATaskIsAnAlertAndThePersonGoesOnTyping() async throws {
        let (board, saves, _) = try await board()
        board.mode = .adding(TextField("Sweep due:soon"))
        board.add("Sweep due:soon")
        XCTAssertEqual(board.mode, .adding(TextField("Sweep due:soon")))
        XCTAssertEqual(saves.alerts, ["Not saved: “due:soon” is no date; write it as 2026-12-01."])
    }

    @MainActor
    func testATakenNameIsAnAlert() async throws {
        let (board, saves, _) = try await board("Sweep")
        board.add("Sweep")
        await saves.settled()
        XCTAssertTrue(saves.hasError)
        XCTAssertTrue(saves.alerts[0].hasPrefix("Not saved: there is an open task “Sweep” already"))
    }

    @MainActor
    func testPressingDTwiceCompletesOnce() async throws {
        let (board, saves, storage) = try await board("Sweep due:2099-01-01 every:1w", "Rake")
        board.completeSelected()
        board.completeSelected()
        await saves.settled()
        XCTAssertEqual(saves.lastSaved, "Done: Sweep, due again on 2099-01-08")
        XCTAssertFalse(saves.hasError)
        let lines = try await storage.lines()
        XCTAssertEqual(lines.count, 3)
    }

    @MainActor
    func testCompletingWhatIsDoneIsAnAlert() async throws {
        let (board, saves, _) = try await board("x Sweep")
        board.completeSelected()
        await saves.settled()
        XCTAssertEqual(saves.alerts, ["Not done: “Sweep” is done already"])
    }
}
