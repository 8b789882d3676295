extension CalendarDay {
    private static let daysInEra = 146_097
    private static let yearsInEra = 400

    /// This day moved by `days`; `nil` outside the years 1 to 9999.
    func adding(days: Int) -> CalendarDay? {
        let (sum, overflow) = daysSinceEpoch.addingReportingOverflow(days)
        return overflow ? nil : CalendarDay(daysSinceEpoch: sum)
    }

    /// This day moved by `months`, or the last day of a month that is too short; `nil` outside the years 1 to 9999.
    func adding(months: Int) -> CalendarDay? {
        let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
        guard !overflow, sum >= 12 else { return nil }
        let (year, month) = (sum / 12, sum % 12 + 1)
        return CalendarDay(year: year, month: month, day: min(day, Self.days(in: month, of: year)))
    }

    /// The number of days since the first of March of the year 0. Years that begin in March have their leap day last,
    /// which makes the rest plain division.
    private var daysSinceEpoch: Int {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        let era = marchYear / Self.yearsInEra
        let yearOfEra = marchYear % Self.yearsInEra
        return era * Self.daysInEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100
            + (153 * marchMonth + 2) / 5 + day - 1
    }

    private init?(daysSinceEpoch: Int) {
        guard daysSinceEpoch >= 0 else { return nil }
        let era = daysSinceEpoch / Self.daysInEra
        let dayOfEra = daysSinceEpoch % Self.daysInEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = (marchMonth + 2) % 12 + 1
        self.init(
            year: era * Self.yearsInEra + yearOfEra + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
