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
    func testTheCountsOfADayAreThoseOfAllTasks() async throws {
        let days = (1...9).map { " due:2026-12-0\($0)" } + ["", "", " due:2026-12-05"]
        let lines = days.enumerated().map { number, due in
            (number % 4 == 3 ? "x 2026-11-01 " : number % 3 == 0 ? "(B) " : "") + "Task \(number)" + due
        }
        let storage = try StorageProvider.inMemory()
        for line in lines { try await storage.add(line) }
        let board = TaskBoard(storage, saves: SaveState())
        await reading(board, until: lines.count)
        for text in ["2026-11-30", "2026-12-01", "2026-12-05", "2026-12-06", "2027-01-01"] {
            let day = try XCTUnwrap(CalendarDay(text))
            let open = lines.filter { !$0.hasPrefix("x ") }
            let due = open.compactMap { TodoLine($0).due }
            let counts = board.counts(on: day)
            XCTAssertEqual(counts.open, open.count, text)
            XCTAssertEqual(counts.late, due.count { $0 < day }, text)
            XCTAssertEqual(counts.today, due.count { $0 == day }, text)
        }
        let none = TaskBoard(try StorageProvider.inMemory(), saves: SaveState()).counts(on: .today)
        XCTAssertEqual([none.open, none.late, none.today], [0, 0, 0])
    }

    /// Writes into a form and saves it.
    @MainActor
    private func write(_ text: String, in form: TaskForm?, on board: TaskBoard) {
        guard let form else { return XCTFail("There is no form.") }
        for character in text { _ = form.take(.text(String(character))) }
        board.save(form)
    }

    @MainActor
    func testAnAddedTaskAppears() async throws {
        let (board, saves, _) = try await board()
        write("Sweep", in: board.newForm(), on: board)
        await saves.settled()
        await reading(board, until: 1)
        XCTAssertEqual(board.notice, "Saved: Sweep")
    }

    @MainActor
    func testAnImpossibleTaskIsAnAlertAndThePersonGoesOnTyping() async throws {
        let (board, saves, _) = try await board()
        let form = board.newForm()
        write("Sweep due:soon", in: form, on: board)
        await saves.settled()
        XCTAssertEqual(form.field.text, "Sweep due:soon")
        XCTAssertEqual(saves.alerts, ["Not saved: “due:soon” is not a date; write it as 2026-12-01"])
    }

    @MainActor
    func testATakenNameIsAnAlertAndTheFormIsSavedUnderAnother() async throws {
        let (board, saves, storage) = try await board("Sweep")
        let form = board.newForm()
        write("Sweep", in: form, on: board)
        await saves.settled()
        XCTAssertTrue(saves.alerts[0].hasPrefix("Not saved: there is an open task “Sweep” already"))
        write(" again", in: form, on: board)
        await saves.settled()
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Sweep", "Sweep again"])
    }

    @MainActor
    func testTheSelectedTaskIsEdited() async throws {
        let (board, saves, storage) = try await board("Sweep")
        write(" the yard", in: board.form(editing: board.tasks[0]), on: board)
        await saves.settled()
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Sweep the yard"])
    }

    @MainActor
    func testPressingDTwiceCompletesOnce() async throws {
        let (board, saves, storage) = try await board("Sweep due:2099-01-01 every:1w", "Rake")
        for _ in 0..<2 { board.complete(board.tasks[0]) }
        await saves.settled()
        XCTAssertEqual(board.notice, "Done: Sweep, due again on 2099-01-08")
        XCTAssertFalse(saves.hasError)
        let lines = try await storage.lines()
        XCTAssertEqual(lines.count, 3)
    }

    @MainActor
    func testCompletingWhatIsDoneIsAnAlert() async throws {
        let (board, saves, _) = try await board("x Sweep")
        board.complete(board.tasks[0])
        await saves.settled()
        XCTAssertEqual(saves.alerts, ["Not done: “Sweep” is done already"])
    }
}
