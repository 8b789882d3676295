import Foundation
import XCTest

@testable import SignalsDashboard

final class RelativeDayTests: XCTestCase {
    func testADayIsSaidByItsDistance() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try XCTUnwrap(TimeZone(identifier: "Europe/Berlin"))
        let noon = { (year: Int, month: Int, day: Int) in
            try XCTUnwrap(calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12)))
        }
        let now = try noon(2026, 11, 23)
        let days = [
            (2022, 1, 1, "long late"), (2023, 11, 24, "long late"), (2024, 2, 28, "999 d late"),
            (2024, 2, 27, "long late"), (2026, 11, 22, "1 d late"), (2026, 11, 23, "today"),
            (2026, 11, 24, "tomorrow"), (2026, 12, 23, "in 30 d"), (2026, 12, 24, "24 Dec"),
            (2029, 11, 22, "22 Nov 29"),
            (2030, 1, 2, "2 Jan 30"), (2999, 12, 31, "31 Dec 99"),
        ]
        for (year, month, day, text) in days {
            let relative = RelativeDay(try noon(year, month, day), now: now, calendar: calendar)
            XCTAssertEqual(relative.line(isNarrow: false).text, text, "\(year)-\(month)-\(day)")
        }
        let searched = RelativeDay(now, now: .distantPast, calendar: calendar)
        XCTAssertEqual(searched.line(isNarrow: false).text, "23 Nov 26")
    }

    func testAMomentThatNoCalendarKnowsIsSaidToo() {
        let dates = [1e300, -1e300, .infinity, -.infinity, .nan, 1e12].map { Date(timeIntervalSinceReferenceDate: $0) }
        for date in dates {
            XCTAssertNotEqual(RelativeDay(date, now: .now).line(isNarrow: false).text, "today")
            XCTAssertNotEqual(RelativeDay(date, now: .now).pastLine(of: date, isNarrow: true).text, "")
            XCTAssertEqual(DayTexts().text(of: date) { "text" }, "text")
        }
    }
}
