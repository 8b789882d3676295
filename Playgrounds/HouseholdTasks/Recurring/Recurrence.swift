/// The interval after which a task comes back: `every:3d`, `every:2w`, `every:1m`, `every:1y`.
struct Recurrence: Hashable, Sendable {
    /// The unit an interval is counted in.
    enum Unit: Character, CaseIterable, Sendable {
        case days = "d"
        case weeks = "w"
        case months = "m"
        case years = "y"
    }

    private static let longest = 9999

    let count: Int
    let unit: Unit

    /// The recurrence written as `3d`; `nil` for anything else, and below 1 or above 9999.
    init?(_ text: some StringProtocol) {
        guard let unit = text.last.flatMap(Unit.init(rawValue:)) else { return nil }
        let digits = text.dropLast()
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(digits),
            (1...Self.longest).contains(count)
        else { return nil }
        self.count = count
        self.unit = unit
    }

    /// The day on which the task is due next when it is done on `completion`: the first in its rhythm, counted from
    /// the day it was `due`, that lies after both. Without a due day the rhythm starts with the completion.
    ///
    /// Months and years are counted from the same day each time, so the 31st stays the 31st where a month has one.
    /// `nil` when that lies after the year 9999.
    func nextDay(after completion: CalendarDay, due: CalendarDay?) -> CalendarDay? {
        let start = due ?? completion
        var step = 1
        while let day = day(step, from: start) {
            if day > completion { return day }
            step += 1
        }
        return nil
    }

    private func day(_ step: Int, from start: CalendarDay) -> CalendarDay? {
        switch unit {
        case .days: start.adding(days: count * step)
        case .weeks: start.adding(days: count * step * 7)
        case .months: start.adding(months: count * step)
        case .years: start.adding(months: count * step * 12)
        }
    }
}
