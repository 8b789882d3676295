import Foundation
import Testing

@testable import SignalsDashboard

@Suite struct RowReporterTests {
    private struct Chore: Identifiable, Sendable {
        let id: Int
        var minutes = 0
        var due: Date?
        var sent: Date?
    }

    private let columns: [Column<Chore>] = [
        .text("Name", .fits) { "chore \($0.id)" }, .number("Minutes") { $0.minutes }, .day("Due") { $0.due },
        .moment("Sent") { $0.sent },
    ]
    private let noon = Calendar.current.startOfDay(for: Date(timeIntervalSince1970: 1_795_000_000)) + 12 * 3600

    @Test func aChangeHasTheNumbersAndDaysThatTheCellsShow() throws {
        var reporter = RowReporter(columns)
        _ = reporter.news(of: RowList([Chore]()), now: noon)
        let news = reporter.news(of: RowList([Chore(id: 1, minutes: 1200, due: noon, sent: noon - 60)]), now: noon)
        let change = try #require(news.first)
        #expect(change.values == ["Name": "chore 1", "Minutes": "1,200", "Due": "today", "Sent": "11:59"])
        #expect(change.numbers == ["Minutes": 1200])
        #expect(change.days == ["Due": Calendar.current.startOfDay(for: noon), "Sent": noon - 60])
    }

    @Test func theNextDayIsNoChangeOfRowsThatAreDueLater() {
        var reporter = RowReporter(columns)
        var chores = [Chore(id: 1, due: noon + 86_400), Chore(id: 2, due: noon), Chore(id: 3, sent: noon)]
        _ = reporter.news(of: RowList(chores), now: noon)
        #expect(reporter.news(of: RowList(chores), now: noon + 86_400).isEmpty)
        chores[1].due = noon + 86_400
        #expect(reporter.news(of: RowList(chores), now: noon + 86_400).map(\.sentence) == ["chore 2  0  today"])
    }
}
