import Signals
import SignalsDashboard
import SignalsStore
import XCTest

@testable import HouseholdTasks

final class TaskBoardTests: XCTestCase {
    @MainActor
    private func board(_ lines: String...) async throws -> (
        board: TaskBoard, saves: SaveState, storage: StorageProvider
    ) {
        let storage = try StorageProvider.inMemory()
        for line in lines { try await storage.add(line) }
        let saves = SaveState()
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

    /// Opens a form, writes into it and saves.
    @MainActor
    private func write(_ text: String, on board: TaskBoard) -> TaskForm? {
        guard case .writing(let form) = board.mode else { return nil }
        for character in text { form.handle(.character(character)) }
        board.save(form)
        return form
    }

    @MainActor
    func testAnAddedTaskAppears() async throws {
        let (board, saves, _) = try await board()
        board.add()
        _ = write("Sweep", on: board)
        await saves.settled()
        XCTAssertEqual(board.mode, .browsing)
        await reading(board, until: 1)
        XCTAssertEqual(board.notice, "Saved: Sweep")
    }

    @MainActor
    func testWhatCannotBeATaskIsAnAlertAndThePersonGoesOnTyping() async throws {
        let (board, saves, _) = try await board()
        board.add()
        let form = try XCTUnwrap(write("Sweep due:soon", on: board))
        await saves.settled()
        XCTAssertEqual(board.mode, .writing(form))
        XCTAssertEqual(form.field.text, "Sweep due:soon")
        XCTAssertEqual(saves.alerts, ["Not saved: “due:soon” is not a date; write it as 2026-12-01"])
    }

    @MainActor
    func testATakenNameIsAnAlertAndTheFormIsSavedUnderAnother() async throws {
        let (board, saves, storage) = try await board("Sweep")
        board.add()
        let form = try XCTUnwrap(write("Sweep", on: board))
        await saves.settled()
        XCTAssertTrue(saves.alerts[0].hasPrefix("Not saved: there is an open task “Sweep” already"))
        XCTAssertEqual(board.mode, .writing(form))
        _ = write(" again", on: board)
        await saves.settled()
        XCTAssertEqual(board.mode, .browsing)
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Sweep", "Sweep again"])
    }

    @MainActor
    func testTheSelectedTaskIsEdited() async throws {
        let (board, saves, storage) = try await board("Sweep")
        board.editSelected()
        _ = write(" the yard", on: board)
        await saves.settled()
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Sweep the yard"])
    }

    @MainActor
    func testPressingDTwiceCompletesOnce() async throws {
        let (board, saves, storage) = try await board("Sweep due:2099-01-01 every:1w", "Rake")
        board.completeSelected()
        board.completeSelected()
        await saves.settled()
        XCTAssertEqual(board.notice, "Done: Sweep, due again on 2099-01-08")
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
