import Foundation

/// A day relative to another: "1 d late", "today", "tomorrow", "in 3 d", "2 Jan".
struct RelativeDay {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private let distance: Int
    private let day: DateComponents
    private let thisYear: Int

    /// The day of `date`, seen from that of `now`.
    init(_ date: Date, now: Date, calendar: Calendar = .current) {
        let date = date.clamped
        let (start, end) = (calendar.startOfDay(for: now), calendar.startOfDay(for: date))
        // The calendar counts years one by one. Of a day that is years away the text says only that.
        let seconds = end.timeIntervalSince(start)
        distance =
            abs(seconds) > 1100 * 86_400
            ? Int(seconds / 86_400) : calendar.dateComponents([.day], from: start, to: end).day ?? 0
        day = calendar.dateComponents([.year, .month, .day], from: date)
        thisYear = calendar.component(.year, from: now)
    }

    /// True if the day has passed.
    var isLate: Bool { distance < 0 }

    /// Returns the text: at most nine columns, or at most five where there is little room.
    func line(isNarrow: Bool) -> Line {
        switch distance {
        case ..<(-999): Line(isNarrow ? "late" : "long late", Style(.bad))
        case ..<0: Line(isNarrow ? "\(-distance) d" : "\(-distance) d late", Style(.bad))
        case 0: Line("today", Style(.warning))
        case 1: Line(isNarrow ? "1 d" : "tomorrow")
        case 2...30: Line(isNarrow ? "\(distance) d" : "in \(distance) d")
        default: Line(isNarrow ? monthAndYear : date)
        }
    }

    /// Returns the text for a moment on the day at which something happened.
    func pastLine(of moment: Date, isNarrow: Bool, calendar: Calendar = .current) -> Line {
        switch distance {
        case ..<(-30): return Line(isNarrow ? (distance > -300 ? month : "’\(shortYear)") : pastDate)
        case ..<(-1): return Line(isNarrow ? "\(-distance) d" : "\(-distance) d ago")
        case -1: return Line(isNarrow ? "1 d" : "yesterday")
        case 0:
            let time = calendar.dateComponents([.hour, .minute], from: moment.clamped)
            return Line(String(format: "%d:%02d", time.hour ?? 0, time.minute ?? 0))
        default: return line(isNarrow: isNarrow)
        }
    }

    private var pastDate: String {
        "\(day.day ?? 1) \(month)" + (day.year == thisYear || distance > -300 ? "" : " \(shortYear)")
    }
    private var month: String { Self.months[max(0, min(11, (day.month ?? 1) - 1))] }
    private var shortYear: String { String(format: "%02d", (day.year ?? 0) % 100) }
    private var date: String {
        "\(day.day ?? 1) \(month)" + (day.year == thisYear || distance < 300 ? "" : " \(shortYear)")
    }
    private var monthAndYear: String { distance < 300 ? "\(month)" : "’\(shortYear)" }
}
