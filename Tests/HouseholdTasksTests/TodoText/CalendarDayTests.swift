import Foundation
import Testing

@testable import HouseholdTasks

@Suite struct CalendarDayTests {
    @Test(arguments: ["2026-12-01", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
    func aDayIsReadAndWrittenTheSame(text: String) {
        #expect(CalendarDay(text)?.description == text)
    }

    @Test(arguments: [
        "2026-13-45", "2026-02-29", "1900-02-29", "2026-04-31", "2026-00-10", "2026-10-00", "0000-01-01", "2026-1-5",
        "26-01-05", "2026/01/05", "2026-01-05 ", "２026-01-05", "tomorrow", "", "-026-01-05", "2026-01--5", "+026-01-01",
    ])
    func whatIsNoDayIsRefused(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test func daysAreOrdered() throws {
        let days = try ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01"].map { try #require(CalendarDay($0)) }
        #expect(days == days.shuffled().sorted())
    }

    @Test func addingDaysAgreesWithTheCalendarOfFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let start = try #require(CalendarDay("1999-12-25"))
        let date = try #require(calendar.date(from: DateComponents(year: 1999, month: 12, day: 25)))
        for days in stride(from: -1000, through: 150_000, by: 7) {
            let expected = try #require(calendar.date(byAdding: .day, value: days, to: date))
            #expect(start.adding(days: days) == CalendarDay(of: expected, in: .gmt))
        }
    }

    @Test func everyDayHasAnEarlierAndALaterOne() throws {
        var day = try #require(CalendarDay("1599-12-30"))
        for _ in 0..<150_000 {
            let next = try #require(day.adding(days: 1))
            #expect(next > day && next.adding(days: -1) == day)
            day = next
        }
    }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-12-15", 1, "2027-01-15"),
        ("2026-01-15", -1, "2025-12-15"), ("2024-02-29", 12, "2025-02-28"), ("2026-03-31", 18, "2027-09-30"),
    ])
    func monthsThatAreTooShortGiveTheirLastDay(from: String, months: Int, to: String) {
        #expect(CalendarDay(from)?.adding(months: months)?.description == to)
    }

    @Test func thereIsNoDayOutsideTheYearsOfFourDigits() throws {
        let last = try #require(CalendarDay("9999-12-31"))
        #expect(last.adding(days: 1) == nil)
        #expect(last.adding(months: 1) == nil)
        #expect(last.adding(days: .max) == nil)
        #expect(last.adding(months: .max) == nil)
        let first = try #require(CalendarDay("0001-01-01"))
        #expect(first.adding(days: -1) == nil)
        #expect(first.adding(months: -1) == nil)
    }

    @Test(arguments: [("Pacific/Auckland", "2026-12-02"), ("America/Los_Angeles", "2026-12-01"), ("GMT", "2026-12-01")])
    func todayIsTheDayWhereTheUserIs(zone: String, day: String) throws {
        let moment = Date(timeIntervalSince1970: 1_796_140_800)  // 2026-12-01 16:00 GMT
        #expect(CalendarDay(of: moment, in: try #require(TimeZone(identifier: zone))).description == day)
    }
}
