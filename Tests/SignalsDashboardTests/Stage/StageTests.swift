import Foundation
import Signals
import SignalsDashboard
import SignalsDashboardTesting
import XCTest

final class StageTests: XCTestCase {
    @MainActor
    private func screen(
        keys: [KeyCommand] = [], columns: Int = 60, rows: Int = 16
    ) -> (screen: TestScreen, dashboard: Dashboard, logs: [LogPane]) {
        let logs = [LogPane(), LogPane()]
        let dashboard = Dashboard("program", keys: keys) { _ in
            Columns {
                logs[0].titled("First")
                logs[1].titled("Second")
            }
        }
        return (TestScreen(dashboard, columns: columns, rows: rows), dashboard, logs)
    }

    @MainActor
    func testTabAndNumbersMoveTheKeysFromPaneToPane() async {
        let (screen, dashboard, logs) = screen()
        XCTAssertTrue(screen.text.contains("▸First"))
        await screen.press(.tab)
        XCTAssertTrue(screen.text.contains("▸Second"))
        await screen.press(.tab, .backTab, "1")
        XCTAssertTrue(dashboard.focused === logs[0])
        await screen.click(column: 40, row: 3)
        XCTAssertTrue(dashboard.focused === logs[1])
    }

    @MainActor
    func testAKeyOfTheProgramReplacesThatOfAPane() async {
        let counter = Counter()
        let (screen, _, _) = screen(keys: [KeyCommand("k", name: "kick") { counter.count += 1 }])
        await screen.press("k")
        XCTAssertEqual(counter.count, 1)
    }

    @MainActor
    func testACommandThatCannotBeCalledSaysWhyAndItsHintCanBeClicked() async {
        let counter = Counter()
        let (screen, _, _) = screen(keys: [
            KeyCommand("u", name: "undo", unless: { counter.count == 0 ? "nothing to undo" : nil }) {
                counter.count += 1
            }
        ])
        await screen.press("u")
        XCTAssertTrue(screen.text.contains("undo: nothing to undo"))
        counter.count = 1
        await screen.click(column: 2, row: 15)
        XCTAssertEqual(counter.count, 2)
        XCTAssertFalse(screen.text.contains("nothing to undo"))
    }

    @MainActor
    func testAQuestionIsAnsweredBeforeAnythingElse() async {
        let counter = Counter()
        let (screen, dashboard, _) = screen()
        dashboard.ask("Delete 3 tasks?") { counter.count += 1 }
        XCTAssertTrue(screen.text.contains("Delete 3 tasks?") && screen.text.contains("y yes  n no"))
        await screen.press("x", "n")
        XCTAssertEqual(counter.count, 0)
        XCTAssertFalse(screen.text.contains("Delete"))
        dashboard.ask("Delete 3 tasks?") { counter.count += 1 }
        await screen.press("y")
        XCTAssertEqual(counter.count, 1)
    }

    @MainActor
    func testPastesAndClicksBelowAQuestionReachNothing() async {
        struct Row: Identifiable, Sendable { var id: Int }
        let table = LiveTable(
            CurrentValueSubject<[Row], Never>([Row(id: 1), Row(id: 2)]), columns: [.number("Number") { $0.id }])
        let dashboard = Dashboard("program") { _ in table }
        let screen = TestScreen(dashboard, columns: 60, rows: 16)
        await screen.press("/")
        dashboard.ask("Delete it?") {}
        await screen.paste("2")
        XCTAssertEqual(table.filter, "")
        let selection = table.selection
        await screen.click(column: 2, row: 3)
        XCTAssertEqual(table.selection, selection)
        await screen.click(column: 2, row: 15)
        XCTAssertFalse(screen.text.contains("Delete it?"), "its hint can be clicked")
    }

    @MainActor
    func testAnAlertLosesNoWordsToTabsAndLineFeeds() async {
        let (screen, dashboard, _) = screen(columns: 14)
        dashboard.alert("one\ttwo\nthree\tfour")
        for word in ["one", "two", "three", "four"] { XCTAssertTrue(screen.text.contains(word), screen.text) }
    }

    @MainActor
    func testAlertsStayUntilTheyAreDismissedAndNoticesUntilTheNextKey() async {
        let (screen, dashboard, _) = screen()
        dashboard.alert("the disk is full")
        dashboard.notice("done")
        XCTAssertTrue(screen.text.contains("! the disk is full") && screen.text.contains("done"))
        await screen.press(.down)
        XCTAssertTrue(screen.text.contains("! the disk is full"))
        XCTAssertFalse(screen.text.contains("done"))
        await screen.press(.enter)
        XCTAssertFalse(screen.text.contains("disk"))
    }

    @MainActor
    func testAnAlertStaysOnScreenAtAnySize() async {
        let (screen, dashboard, _) = screen()
        dashboard.alert("the disk is full")
        await screen.resize(columns: 12, rows: 2)
        XCTAssertTrue(screen.text.contains("! the disk"))
        await screen.resize(columns: 1, rows: 1)
        XCTAssertFalse(screen.text.isEmpty)
    }

    @MainActor
    func testHelpListsTheKeysThatAreThereNowAndAnyKeyGoesBack() async {
        let (screen, _, _) = screen(keys: [
            KeyCommand("a", name: "add a task") {}, KeyCommand("x", name: "absent", when: { false }) {},
        ])
        await screen.press("?")
        XCTAssertTrue(screen.text.contains("add a task") && screen.text.contains("Any key goes back."))
        XCTAssertFalse(screen.text.contains("absent"))
        await screen.press("z")
        XCTAssertFalse(screen.text.contains("Any key goes back."))
    }

    @MainActor
    func testAChangeOfSizeAloneChangesWhatIsDescribed() async {
        let dashboard = Dashboard("x") { size in
            if size.columns > 50 { "wide" } else { "narrow" }
        }
        let screen = TestScreen(dashboard, columns: 60, rows: 10)
        XCTAssertTrue(screen.text.contains("wide"))
        await screen.resize(columns: 40, rows: 10)
        XCTAssertTrue(screen.text.contains("narrow"))
    }

    @MainActor
    func testTheWordsForDaysChangeAtMidnight() async throws {
        struct Day: Identifiable, Sendable {
            var id: Date
        }
        let noon = try XCTUnwrap(Calendar.current.date(from: DateComponents(year: 2026, month: 11, day: 23, hour: 12)))
        let table = LiveTable(
            CurrentValueSubject<[Day], Never>([Day(id: noon.addingTimeInterval(86_400))]),
            columns: [.day("Due") { $0.id }])
        let screen = TestScreen(Dashboard("x") { _ in table }, columns: 60, rows: 10, now: noon)
        await screen.settle()
        XCTAssertTrue(screen.text.contains("tomorrow"))
        await screen.advance(by: .seconds(11 * 3600))
        XCTAssertTrue(screen.text.contains("tomorrow"))
        await screen.advance(by: .seconds(2 * 3600))
        XCTAssertTrue(screen.text.contains("today"))
    }
}
