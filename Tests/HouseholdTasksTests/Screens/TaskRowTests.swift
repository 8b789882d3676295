import SignalsDashboard
import Testing

@testable import HouseholdTasks

@Suite struct TaskRowTests {
    private func line(_ text: String) throws -> Line {
        TaskRow(task: TodoLine(text), today: try #require(CalendarDay("2026-11-21"))).line
    }

    @Test(arguments: [
        (
            "(A) 2026-11-01 Water plants +garden due:2026-12-01 every:3d id:7",
            "  2026-12-01  (A) Water plants +garden  every:3d"
        ),
        ("Call Oma", "                  Call Oma"),
        ("Call Oma due:2026-11-20", "! 2026-11-20      Call Oma"),
        ("x 2026-11-20 Call Oma due:2026-11-20", "x 2026-11-20      Call Oma"),
        ("Tab\there \u{202E}", "                  Tab here �"),
    ])
    func aTaskIsOneLine(text: String, row: String) throws {
        #expect(try line(text).text == row)
    }

    @Test(arguments: [("(A) Call Oma due:2026-12-01", "  12-01 (A) Call Oma"), ("Call Oma", "        Call Oma")])
    func whereThereIsLittleRoomTheYearIsLeftOut(text: String, row: String) throws {
        let today = try #require(CalendarDay("2026-11-21"))
        #expect(TaskRow(task: TodoLine(text), today: today, isNarrow: true).line.text == row)
    }

    @Test func theColorSaysHowUrgentATaskIs() throws {
        #expect(try line("Call Oma due:2026-11-20").spans.first?.style.color == .red)
        #expect(try line("Call Oma due:2026-11-21").spans.first?.style.color == .yellow)
        #expect(try line("Call Oma due:2026-11-22").spans.first?.style == .plain)
        #expect(try line("x Call Oma due:2026-11-20").spans.first?.style == .dim)
    }
}
