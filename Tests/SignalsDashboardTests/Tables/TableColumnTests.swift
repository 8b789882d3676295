import Foundation
import Signals
import SignalsDashboard
import SignalsDashboardTesting
import XCTest

private struct Mail: Identifiable, Sendable {
    var id: Int
    var from: String
    var subject: String
    var date: Date?
}

/// The columns of a table: their cells, their search and order, and the marks of all rows that are shown.
final class TableColumnTests: XCTestCase {
    /// A Monday, at a quarter past two.
    private let now = Calendar.current.date(
        from: DateComponents(year: 2026, month: 11, day: 23, hour: 14, minute: 15))!

    @MainActor
    private func screen(
        _ columns: [Column<Mail>], _ mails: [(from: String, subject: String, days: Double?)]
    ) async -> (LiveTable<Mail>, TestScreen) {
        let rows = mails.enumerated().map { id, mail in
            Mail(
                id: id, from: mail.from, subject: mail.subject,
                date: mail.days.map { now.addingTimeInterval($0 * 86_400) })
        }
        let table = LiveTable(CurrentValueSubject<[Mail], Never>(rows), columns: columns)
        let dashboard = Dashboard("Mail") { _ in table.titled("All") }
        let screen = TestScreen(dashboard, columns: 60, rows: 16, now: now)
        await screen.settle()
        return (table, screen)
    }

    @MainActor
    func testTheWordsOfAFilterAreFoundInAnyColumnsWithOrWithoutAccents() async {
        let (table, screen) = await screen(
            [.text("From") { $0.from }, .text("Subject") { $0.subject }],
            [
                ("Ada", "Meeting", nil), ("Bob", "Café meeting", nil), ("Ada", "E\u{301}clair", nil),
                ("Ada", "STRASSE", nil),
            ])
        for (filter, ids) in [
            ("ada meeting", [0]), ("meeting ada", [0]), ("cafe", [1]), ("CAFÉ", [1]), ("eclair", [2]), ("éclair", [2]),
            ("ada bob", []), (" meet ", [0, 1]), ("strasse", [3]), ("adameeting", []),
        ] {
            table.filter = filter
            await screen.settle()
            XCTAssertEqual(table.shownIDs, ids, filter)
        }
    }

    @MainActor
    func testADayIsFoundByTheWordsThatAreShownAndOthersAtMidnight() async {
        let (table, screen) = await screen(
            [.day("Due") { $0.date }, .text("Subject") { $0.subject }],
            [("", "one", 1), ("", "two", 2), ("", "late", -3), ("", "none", nil)])
        XCTAssertTrue(screen.text.contains("tomorrow"))
        for (filter, ids) in [("tomorrow", [0]), ("in 2", [1]), ("3 d late", [2])] {
            table.filter = filter
            await screen.settle()
            XCTAssertEqual(table.shownIDs, ids, filter)
        }
        table.filter = "tomorrow"
        await screen.advance(by: .seconds(10 * 3600))
        XCTAssertEqual(table.shownIDs, [1], "the next day another row is due tomorrow")
    }

    @MainActor
    func testTheSignOfALateDayLeavesABlankBeforeIt() async {
        let (_, screen) = await screen(
            [.text("Subject", .fixed(6)) { $0.subject }, .day("Due") { $0.date }], [("", "urgent", -1)])
        XCTAssertTrue(screen.text.contains("urgent !1 d late"), screen.text)
    }

    @MainActor
    func testAMarkedRowThatIsLateShowsBoth() async {
        let (table, screen) = await screen([.day("Due") { $0.date }, .text("Subject") { $0.subject }], [("", "x", -1)])
        table.marked = [0]
        await screen.settle()
        XCTAssertTrue(screen.text.contains("●!1 d late"), screen.text)
    }

    @MainActor
    func testAMomentIsSaidByHowLongItIsPast() async {
        let (table, screen) = await screen(
            [.text("Subject", .fixed(7)) { $0.subject }, .moment("Date") { $0.date }],
            [
                ("", "now", 0), ("", "last", -1), ("", "before", -3), ("", "old", -40), ("", "older", -400),
                ("", "next", 1), ("", "none", nil),
            ])
        for text in [
            "now     14:15", "last    yesterday", "before  3 d ago", "old     14 Oct", "older   19 Oct 25",
            "next    tomorrow",
        ] {
            XCTAssertTrue(screen.text.contains(text), "\(text)\n\(screen.text)")
        }
        XCTAssertFalse(screen.text.contains("late"))
        table.filter = "yesterday"
        await screen.settle()
        XCTAssertEqual(table.shownIDs, [1])
        table.filter = ""
        table.order = (1, false)
        await screen.settle()
        XCTAssertEqual(table.shownIDs, [6, 4, 3, 2, 1, 0, 5])
    }

    @MainActor
    func testTextsAreSortedAsPeopleSortThem() async {
        let texts = [
            "Zebra", "apple", "10", "Ångström", "9", "Äpple", "a10", "a9", "007", "Apple 2", "long text 20",
            "long text 3",
        ]
        let (table, screen) = await screen([.text("Subject") { $0.subject }], texts.map { ("", $0, nil) })
        table.order = (0, false)
        await screen.settle()
        XCTAssertEqual(
            table.shownIDs.map { texts[$0] },
            [
                "007", "9", "10", "a9", "a10", "Ångström", "apple", "Äpple", "Apple 2", "long text 3", "long text 20",
                "Zebra",
            ])
    }

    @MainActor
    func testKeysMarkAllRowsThatAreShownAndTheOthers() async {
        let (table, screen) = await screen(
            [.text("From") { $0.from }], [("Ada", "", nil), ("Bob", "", nil), ("Ada", "", nil), ("Cy", "", nil)])
        table.filter = "ada"
        await screen.settle()
        XCTAssertEqual(table.shownIDs, [0, 2])
        await screen.press("+")
        XCTAssertEqual(table.marked, [0, 2])
        table.filter = ""
        await screen.settle()
        await screen.press("*")
        XCTAssertEqual(table.marked, [1, 3])
        table.canMark = false
        await screen.press("+")
        XCTAssertEqual(table.marked, [1, 3])
    }
}
