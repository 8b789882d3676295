import Foundation

/// A day of the calendar, as a todo.txt file has it: no time of day, no time zone, so nothing can shift it.
struct CalendarDay: Hashable, Sendable {
    let year: Int
    let month: Int
    let day: Int

    /// The given day of the Gregorian calendar; `nil` where there is none, or outside the years 1 to 9999.
    init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day written as `2026-12-01`; `nil` for any other form and for a day that does not exist.
    init?(_ text: some StringProtocol) {
        guard Self.looksLikeDay(text) else { return nil }
        let parts = text.split(separator: "-").compactMap { Int($0) }
        self.init(year: parts[0], month: parts[1], day: parts[2])
    }

    /// The day on which `moment` falls where the user is.
    init(of moment: Date, in timeZone: TimeZone = .current) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day], from: moment)
        (year, month, day) = (parts.year ?? 1, parts.month ?? 1, parts.day ?? 1)
    }

    /// Today, where the user is.
    static var today: CalendarDay { CalendarDay(of: Date()) }

    /// Returns true if `text` has the form of a day (`0000-00-00`), be there such a day or not.
    static func looksLikeDay(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 10
            && text.utf8.enumerated().allSatisfy { place, byte in
                place == 4 || place == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
            }
    }

    /// Returns the number of days that the month has.
    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDay: Comparable, CustomStringConvertible {
    static func < (one: CalendarDay, other: CalendarDay) -> Bool { one.number < other.number }

    /// The day as `2026-12-01`.
    var description: String {
        [(year, 4), (month, 2), (day, 2)]
            .map { number, width in String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
            }
            .joined(separator: "-")
    }

    /// The day as a number whose order is that of the days: 20261201.
    var number: Int { (year * 100 + month) * 100 + day }
}
