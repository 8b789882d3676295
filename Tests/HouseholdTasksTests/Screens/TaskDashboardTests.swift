import Foundation
import Signals
import SignalsDashboard
import SignalsDashboardTesting
import SignalsStore
import XCTest

@testable import HouseholdTasks

final class TaskDashboardTests: XCTestCase {
    @MainActor
    private func screen(
        _ lines: String..., columns: Int = 80, rows: Int = 24
    ) async throws -> (screen: TestScreen, tasks: TaskDashboard, saves: SaveState, storage: StorageProvider) {
        try await screen(lines, columns: columns, rows: rows)
    }

    @MainActor
    private func screen(
        _ lines: [String], columns: Int = 80, rows: Int = 24
    ) async throws -> (screen: TestScreen, tasks: TaskDashboard, saves: SaveState, storage: StorageProvider) {
        let storage = try StorageProvider.inMemory()
        for line in lines { try await storage.add(line) }
        let saves = SaveState()
        let board = TaskBoard(storage, saves: saves)
        for await tasks in board.$tasks.values where tasks.count == lines.count { break }
        let open = lines.count { !$0.hasPrefix("x ") }
        for await groups in board.$projects.values where groups.first?.count == open { break }
        for await groups in board.$contexts.values where groups.first?.count == open { break }
        let today = try XCTUnwrap(CalendarDay("2026-11-23"))
        let tasks = TaskDashboard(board, saves: saves, importer: Importer(into: storage), today: { today })
        // The dashboard's closures do not keep it.
        addTeardownBlock { _ = tasks }
        let noon = try XCTUnwrap(today.noon)
        let screen = TestScreen(tasks.dashboard, columns: columns, rows: rows, now: noon)
        await settle(screen)
        return (screen, tasks, saves, storage)
    }

    /// Groups, the selection of their tables and what follows it are three turns of the main actor.
    @MainActor
    private func settle(_ screen: TestScreen) async {
        for _ in 0..<4 { await screen.settle() }
    }

    @MainActor
    func testDaysAreSaidAsAPersonDoes() async throws {
        let (screen, _, _, _) = try await screen(
            "Late due:2026-11-22", "Now due:2026-11-23", "Soon due:2026-11-24", "Then due:2026-12-02", "Whenever")
        for text in ["!1 d late  Late", " today     Now", " tomorrow  Soon", " in 9 d    Then", "Whenever"] {
            XCTAssertTrue(screen.text.contains(text), "\(text)\n\(screen.text)")
        }
    }

    @MainActor
    func testATaskThatComesInAboveDoesNotMoveTheSelection() async throws {
        let (screen, tasks, saves, storage) = try await screen("one due:2026-12-01", "two due:2026-12-02")
        await screen.press("j")
        XCTAssertEqual(tasks.tasks.selected?.line.plainName, "two")
        try await storage.add("zero due:2026-11-30")
        for await tasks in tasks.board.$tasks.values where tasks.count == 3 { break }
        await settle(screen)
        await screen.press("d")
        await saves.settled()
        for await tasks in tasks.board.$tasks.values where tasks.last?.line.header.isCompleted == true { break }
        let done = tasks.board.tasks.filter { $0.line.header.isCompleted }.map(\.line.plainName)
        XCTAssertEqual(done, ["two"])
    }

    @MainActor
    func testATypedTaskIsSavedAndShown() async throws {
        let (screen, tasks, saves, _) = try await screen()
        XCTAssertTrue(screen.text.contains("No tasks yet."))
        await screen.press("a")
        XCTAssertTrue(screen.text.contains("New task"))
        await screen.type("Sweep quickly")
        await screen.press(.enter)
        await saves.settled()
        for await tasks in tasks.board.$tasks.values where tasks.count == 1 { break }
        await settle(screen)
        XCTAssertTrue(screen.text.contains("Sweep quickly"))
        XCTAssertFalse(screen.text.contains("New task"))
        XCTAssertTrue(screen.text.contains("Saved: Sweep quickly"))
    }

    @MainActor
    func testASelectedTaskIsEditedWithUndoAndRedo() async throws {
        let (screen, tasks, saves, _) = try await screen("Swep")
        await screen.press("e", .left, "e")
        XCTAssertTrue(screen.text.contains("Sweep"))
        await screen.press(.control("_"))
        XCTAssertFalse(screen.text.contains("Sweep"))
        await screen.press(.control("y"), .enter)
        await saves.settled()
        for await tasks in tasks.board.$tasks.values where tasks.first?.line.name == "Sweep" { break }
    }

    @MainActor
    func testEscapeAndAnEmptyLineCancel() async throws {
        let (screen, _, saves, _) = try await screen()
        for keys in [["a", "x", .escape], ["i", " ", .enter]] as [[Key]] {
            for key in keys { await screen.press(key) }
            XCTAssertTrue(screen.text.contains("No tasks yet."))
            XCTAssertFalse(screen.text.contains("New task") || screen.text.contains("Import file"))
        }
        XCTAssertEqual(saves.savesUnderWay, 0)
    }

    @MainActor
    func testACommandSaysWhichSelectionItNeeds() async throws {
        let (screen, _, _, _) = try await screen()
        await screen.press("d")
        XCTAssertTrue(screen.text.contains("done: no task is selected"))
    }

    @MainActor
    func testMarkedTasksAreDeletedAfterAQuestion() async throws {
        let (screen, tasks, saves, storage) = try await screen("one", "two", "three")
        await screen.press(" ", " ", "x")
        XCTAssertTrue(screen.text.contains("Delete 2 tasks?"))
        await screen.press("n", "x", "y")
        await saves.settled()
        for await tasks in tasks.board.$tasks.values where tasks.count == 1 { break }
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["three"])
    }

    @MainActor
    func testCommandsAreUndoneAndRedone() async throws {
        let (screen, tasks, saves, _) = try await screen("one", "two")
        await screen.press("u")
        XCTAssertTrue(screen.text.contains("undo: nothing was done that it could undo"), screen.text)
        await screen.press(" ", " ", "d")
        await saves.settled()
        for await tasks in tasks.board.$tasks.values where tasks.allSatisfy(\.line.header.isCompleted) { break }
        await settle(screen)
        XCTAssertTrue(screen.text.contains("Done: 2 tasks"), screen.text)
        for (key, notice, isDone) in [("u", "Undone: done 2 tasks", false), ("U", "Redone: done 2 tasks", true)] {
            await screen.press(.character(Character(key)))
            await saves.settled()
            for await tasks in tasks.board.$tasks.values
            where tasks.allSatisfy({ $0.line.header.isCompleted == isDone }) { break }
            await settle(screen)
            XCTAssertTrue(screen.text.contains(notice), screen.text)
        }
    }

    @MainActor
    func testAlertsAreDismissedOneByOneOrAllAtOnce() async throws {
        let (screen, _, saves, _) = try await screen()
        for number in 1...3 { saves.alert("failure \(number)") }
        XCTAssertTrue(screen.text.contains("! failure 1 (1 of 3)"))
        await screen.press(.enter)
        XCTAssertTrue(screen.text.contains("! failure 2 (1 of 2)"))
        await screen.press(.escape)
        XCTAssertFalse(screen.text.contains("! "))
    }

    @MainActor
    func testTheTasksOfAProjectAreShownAlone() async throws {
        let (screen, tasks, _, _) = try await screen("Sweep +yard", "Cook +kitchen", "Rake +yard")
        tasks.dashboard.focus(tasks.projects)
        await screen.press(.down)
        await settle(screen)
        XCTAssertEqual(tasks.projects.selected?.title, "yard")
        XCTAssertEqual(tasks.tasks.shownCount, 2)
    }

    @MainActor
    func testTheScreenFitsEverySize() async throws {
        let (screen, _, _, _) = try await screen(
            "(A) Water the plants +plants @home due:2026-11-23 every:3d", "Sweep +yard")
        for (columns, rows) in [(120, 40), (80, 24), (40, 10), (20, 5), (5, 2), (1, 1)] {
            await screen.resize(columns: columns, rows: rows)
            let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
            XCTAssertEqual(lines.count, rows)
            XCTAssertTrue(lines.allSatisfy { $0.displayWidth <= columns })
        }
        await screen.resize(columns: 20, rows: 5)
        XCTAssertTrue(screen.text.contains("today Water the"), screen.text)
        XCTAssertTrue(screen.text.contains("? help"), screen.text)
    }

    @MainActor
    func testTheSampleListLooksAsInThePictures() async throws {
        let file = URL(filePath: #filePath).appending(
            path: "../../../../Playgrounds/HouseholdTasks/Samples/household.todo.txt")
        let lines = try String(contentsOf: file.standardized, encoding: .utf8).split(separator: "\n").map(String.init)
        let (screen, _, _, _) = try await screen(lines)
        for (columns, rows) in [(120, 40), (80, 24), (40, 12), (20, 5)] {
            await screen.resize(columns: columns, rows: rows)
            XCTAssertNil(screen.difference(fromPicture: "household-\(columns)x\(rows)"))
        }
        await screen.resize(columns: 80, rows: 24)
        await screen.press("e")
        XCTAssertNil(screen.difference(fromPicture: "household-edit"))
        await screen.press(.escape, "/", "p", "h", "o")
        XCTAssertNil(screen.difference(fromPicture: "household-search"))
        await screen.press(.escape, "?")
        XCTAssertNil(screen.difference(fromPicture: "household-help"))
    }
}
