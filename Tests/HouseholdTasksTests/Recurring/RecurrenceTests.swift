import Testing

@testable import HouseholdTasks

@Suite struct RecurrenceTests {
    @Test(arguments: [
        // due, every, completed, next
        ("2026-12-01", "3d", "2026-11-21", "2026-12-04"), ("2026-12-01", "3d", "2026-12-01", "2026-12-04"),
        ("2026-12-01", "3d", "2026-12-02", "2026-12-04"), ("2026-12-01", "3d", "2026-12-04", "2026-12-07"),
        ("2026-12-01", "2w", "2027-01-01", "2027-01-12"), ("2026-01-31", "1m", "2026-02-01", "2026-02-28"),
        ("2026-01-31", "1m", "2026-03-01", "2026-03-31"), ("2024-02-29", "1y", "2024-03-01", "2025-02-28"),
        ("2024-02-29", "1y", "2027-06-01", "2028-02-29"),
    ])
    func theNextDayIsTheFirstInTheRhythmAfterTheCompletion(due: String, every: String, done: String, next: String)
        throws
    {
        let recurrence = try #require(Recurrence(every))
        let day = recurrence.nextDay(after: try #require(CalendarDay(done)), due: CalendarDay(due))
        #expect(day?.description == next)
    }

    @Test func withoutADueDayTheRhythmStartsWithTheCompletion() throws {
        let recurrence = try #require(Recurrence("1w"))
        #expect(
            recurrence.nextDay(after: try #require(CalendarDay("2026-11-21")), due: nil)?.description == "2026-11-28")
    }

    @Test(arguments: [
        "", "d", "3", "0d", "-1d", "3x", "3 d", "1.5d", "10000d", "99999999999999999999d", "3D", "d3", "٣d",
    ])
    func whatIsNoRecurrenceIsRefused(text: String) {
        #expect(Recurrence(text) == nil)
    }

    @Test func theEndOfTheCalendarEndsTheRhythm() throws {
        let last = try #require(CalendarDay("9999-12-31"))
        for unit in Recurrence.Unit.allCases {
            #expect(Recurrence("9999\(unit.rawValue)")?.nextDay(after: last, due: last) == nil)
        }
    }
}
