import SignalsDashboard
import SignalsStore
import XCTest

@testable import HouseholdTasks

/// The dashboard's screen without a terminal: keys go in, text comes out.
final class TaskScreenTests: XCTestCase {
    @MainActor
    private func screen(_ lines: String...) async throws -> TaskScreen {
        let storage = try StorageProvider.inMemory()
        for line in lines { try await storage.add(line) }
        let saves = SaveState()
        let board = TaskBoard(storage, saves: saves)
        board.read()
        for await tasks in board.$tasks.values where tasks.count == lines.count { break }
        return TaskScreen(board, saves: saves, importer: Importer(into: storage))
    }

    @MainActor
    private func type(_ text: String, in screen: TaskScreen) {
        for character in text { _ = screen.handle(.character(character)) }
    }

    @MainActor
    private func text(_ screen: TaskScreen) -> String {
        screen.frame(in: Size(columns: 80, rows: 12)).text
    }

    @MainActor
    func testQClosesAndOtherKeysDoNot() async throws {
        let screen = try await screen()
        XCTAssertEqual(screen.handle(.character("x")), .stay)
        XCTAssertEqual(screen.handle(.character("q")), .close)
    }

    @MainActor
    func testQIsALetterWhileAPersonTypes() async throws {
        let screen = try await screen()
        _ = screen.handle(.character("a"))
        XCTAssertEqual(screen.handle(.character("q")), .stay)
        XCTAssertTrue(text(screen).contains("New task: q"))
        XCTAssertEqual(screen.frame(in: Size(columns: 80, rows: 12)).cursor?.column, 11)
    }

    @MainActor
    func testTheArrowKeysAndJAndKMoveTheSelection() async throws {
        let screen = try await screen("one", "two", "three")
        for (key, selected) in [
            (Key.down, 1), (.character("j"), 2), (.down, 2), (.character("k"), 1), (.up, 0), (.end, 2), (.home, 0),
            (.pageDown, 2), (.pageUp, 0),
        ] {
            _ = screen.handle(key)
            XCTAssertEqual(screen.board.selected, selected, "\(key)")
        }
    }

    @MainActor
    func testATypedTaskIsSavedAndShown() async throws {
        let screen = try await screen()
        _ = screen.handle(.character("a"))
        type("Sweep due:2099-12-01", in: screen)
        _ = screen.handle(.enter)
        XCTAssertEqual(screen.saves.phase, .saving)
        for await tasks in screen.board.$tasks.values where tasks.count == 1 { break }
        await screen.saves.settled()
        XCTAssertTrue(text(screen).contains("2099-12-01      Sweep"))
        XCTAssertTrue(text(screen).contains("Saved: Sweep"))
    }

    @MainActor
    func testASelectedTaskIsEditedWithUndoAndRedo() async throws {
        let screen = try await screen("Swep")
        _ = screen.handle(.character("e"))
        XCTAssertTrue(text(screen).contains("Edit task: Swep"))
        for key in [Key.left, .character("e")] { _ = screen.handle(key) }
        XCTAssertTrue(text(screen).contains("Edit task: Sweep"))
        _ = screen.handle(.control("_"))
        XCTAssertTrue(text(screen).contains("Edit task: Swep"))
        _ = screen.handle(.control("y"))
        _ = screen.handle(.enter)
        await screen.saves.settled()
        for await tasks in screen.board.$tasks.values where tasks.first?.line.name == "Sweep" { break }
        XCTAssertTrue(text(screen).contains("Saved: Sweep"))
    }

    @MainActor
    func testEditingWithoutATaskDoesNothing() async throws {
        let screen = try await screen()
        _ = screen.handle(.character("e"))
        XCTAssertEqual(screen.board.mode, .browsing)
    }

    @MainActor
    func testEscapeAndAnEmptyLineCancel() async throws {
        let screen = try await screen()
        for keys in [[Key.character("a"), .character("x"), .escape], [.character("i"), .character(" "), .enter]] {
            for key in keys { _ = screen.handle(key) }
            XCTAssertEqual(screen.board.mode, .browsing)
        }
        XCTAssertEqual(screen.saves.savesUnderWay, 0)
    }

    @MainActor
    func testAlertsAreDismissedOneByOneOrAllAtOnce() async throws {
        let screen = try await screen()
        for number in 1...3 { screen.saves.alert("failure \(number)") }
        XCTAssertTrue(text(screen).contains("! failure 1 (1 of 3)"))
        _ = screen.handle(.enter)
        XCTAssertTrue(text(screen).contains("! failure 2 (1 of 2)"))
        _ = screen.handle(.escape)
        XCTAssertFalse(text(screen).contains("!"))
    }

    @MainActor
    func testHelpIsShownUntilAKeyIsPressed() async throws {
        let screen = try await screen()
        _ = screen.handle(.character("?"))
        XCTAssertTrue(text(screen).contains("Any key goes back."))
        XCTAssertEqual(screen.handle(.character("q")), .stay)
        XCTAssertFalse(text(screen).contains("Any key goes back."))
    }
}
