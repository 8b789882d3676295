import Foundation

/// A column of a table. One with `sort` can be sorted by.
public struct Column<Row: Sendable>: Sendable {
    /// The data that a cell has beside its row.
    struct Surroundings: Sendable {
        var now: Date
        /// True if there is little room, so that days are written shorter.
        var isNarrow: Bool
        /// The texts of days that are known, where they are looked for.
        var dayTexts: DayTexts?

        /// Returns the text for the day of a moment, which is the same for the whole day.
        func dayText(of date: Date, _ make: () -> String) -> String { dayTexts?.text(of: date, make) ?? make() }
    }

    /// The text of its header.
    public let title: String
    let width: Length
    /// The width where there is little room.
    var narrowWidth: Length?
    let alignsRight: Bool
    let priority: Int
    /// Returns the order by the column, rising or falling; nil if it has none.
    let sorting: (@Sendable (_ isDescending: Bool) -> RowSorting<Row>)?
    let cell: @Sendable (Row, Surroundings) -> Line
    /// The text of its cell, if it costs less than the cell.
    var searched: (@Sendable (Row, Surroundings) -> String)?
    /// The number or the moment that its cell shows.
    var number: (@Sendable (Row) -> Double)?
    var moment: (@Sendable (Row) -> Date?)?
    /// A sign that stands before the cell.
    var flag: (@Sendable (Row, Surroundings) -> Span?)?
    /// True if its cells change at midnight.
    var changesDaily = false

    /// A column.
    ///
    /// - Parameters:
    ///   - title: its header.
    ///   - width: its width; as wide as the cells in sight unless given.
    ///   - alignsRight: true for numbers.
    ///   - priority: its rank; when space is short, the column of the lowest goes first.
    ///   - sort: true if the first row comes before the second. Called on background threads too.
    ///   - cell: returns the content for a row. Called on background threads too, to find what is typed after `/`.
    public init(
        _ title: String, _ width: Length = .fits, alignsRight: Bool = false, priority: Int = 5,
        sort: (@Sendable (Row, Row) -> Bool)? = nil, _ cell: @escaping @Sendable (Row) -> Line
    ) {
        self.init(
            title, width, alignsRight: alignsRight, priority: priority,
            sorting: sort.map { sort in { @Sendable isDescending in RowSorting(isDescending: isDescending, sort) } },
            surrounded: { row, _ in cell(row) })
    }

    /// A column that is sorted by a value of each row. Of many rows it costs less than a comparison of rows, since each is
    /// read once.
    ///
    /// - Parameters:
    ///   - title: its header.
    ///   - width: its width; as wide as the cells in sight unless given.
    ///   - alignsRight: true for numbers.
    ///   - priority: its rank; when space is short, the column of the lowest goes first.
    ///   - key: the value that rows are sorted by, the least first. Called on background threads too.
    ///   - cell: returns the content for a row. Called on background threads too, to find what is typed after `/`.
    public init<Key: Comparable & SendableMetatype>(
        _ title: String, _ width: Length = .fits, alignsRight: Bool = false, priority: Int = 5,
        sortedBy key: @escaping @Sendable (Row) -> Key, _ cell: @escaping @Sendable (Row) -> Line
    ) {
        self.init(
            title, width, alignsRight: alignsRight, priority: priority,
            sorting: { RowSorting(isDescending: $0, by: key) }, surrounded: { row, _ in cell(row) })
    }

    init(
        _ title: String, _ width: Length, alignsRight: Bool = false, priority: Int,
        sorting: (@Sendable (Bool) -> RowSorting<Row>)?,
        surrounded cell: @escaping @Sendable (Row, Surroundings) -> Line
    ) {
        self.title = title
        self.width = width
        self.alignsRight = alignsRight
        self.priority = priority
        self.sorting = sorting
        self.cell = cell
    }

    /// Returns the rule for its width, where its cells in sight need `content` columns.
    func length(isNarrow: Bool, content: Int) -> Length {
        let length = isNarrow ? narrowWidth ?? width : width
        return length == .fits ? .fixed(content) : length
    }

    /// Returns the rule for a width that a person chose: so much before the others share what is left, and less where
    /// room is short.
    func length(chosen: Int, isNarrow: Bool) -> Length {
        .share(1000, min: min(chosen, leastWidth(isNarrow: isNarrow)), max: chosen)
    }

    /// Returns the least width that a person can choose: that of a share, or else its title's as far as its own is no
    /// less.
    func leastWidth(isNarrow: Bool) -> Int {
        switch isNarrow ? narrowWidth ?? width : width {
        case .share(_, let min, _): Swift.max(min, 1)
        case .fixed(let width): Swift.max(1, Swift.min(width, title.displayWidth))
        case .fits: Swift.max(1, title.displayWidth)
        }
    }

    /// Returns a column of text, sorted as people expect: capitals and accents make no difference, and 9 comes before
    /// 10. For another order use ``init(_:_:alignsRight:priority:sortedBy:_:)``.
    ///
    /// - Parameters:
    ///   - title: the column's title in the header.
    ///   - width: its width; as wide as the cells in sight unless given.
    ///   - priority: the rank when space is short: the lowest goes first.
    ///   - value: the text of a row. Called on background threads too.
    public static func text(
        _ title: String, _ width: Length = .fits, priority: Int = 5, _ value: @escaping @Sendable (Row) -> String
    ) -> Self {
        var column = Column(title, width, priority: priority, sortedBy: { TextKey(value($0)) }) { Line(value($0)) }
        column.searched = { row, _ in value(row) }
        if case .share(let weight, let min, let max) = width {
            column.narrowWidth = .share(weight, min: Swift.min(min, 10), max: max)
        }
        return column
    }

    /// Returns a column of whole numbers, aligned at the right.
    ///
    /// - Parameters:
    ///   - title: the column's title in the header.
    ///   - width: its width; as wide as the cells in sight unless given.
    ///   - priority: the rank when space is short: the lowest goes first.
    ///   - value: the number of a row. Called on background threads too.
    public static func number(
        _ title: String, _ width: Length = .fits, priority: Int = 5, _ value: @escaping @Sendable (Row) -> Int
    ) -> Self {
        var column = Column(title, width, alignsRight: true, priority: priority, sortedBy: value) {
            Line(value($0).grouped)
        }
        column.searched = { row, _ in value(row).grouped }
        column.number = { Double(value($0)) }
        return column
    }

    /// Returns a column of days on which something is due, which says "tomorrow" and "in 3 d", and "1 d late" with a
    /// `!` before it. For moments that are past use ``moment(_:_:priority:_:)``.
    ///
    /// - Parameters:
    ///   - title: the column's title in the header.
    ///   - width: the number of columns it takes, beside one for the `!`.
    ///   - priority: the rank when space is short: the lowest goes first.
    ///   - value: any moment of the day, in the current calendar and time zone; nil for none, which comes last. Called
    ///     on background threads too.
    public static func day(
        _ title: String, _ width: Length = .fixed(9), priority: Int = 5, _ value: @escaping @Sendable (Row) -> Date?
    ) -> Self {
        var column = dates(title, width, priority, value, noneAs: .distantFuture) { date, around in
            RelativeDay(date, now: around.now).line(isNarrow: around.isNarrow)
        }
        column.flag = { row, around in
            value(row).flatMap { RelativeDay($0, now: around.now).isLate ? Span("!", Style(.bad)) : nil }
        }
        column.moment = { value($0).map { Calendar.current.startOfDay(for: $0) } }
        return column
    }

    /// Returns a column of moments at which something happened, which says "14:05" of today, "yesterday", "3 d ago" and
    /// "2 Jan".
    ///
    /// - Parameters:
    ///   - title: the column's title in the header.
    ///   - width: the number of columns it takes.
    ///   - priority: the rank when space is short: the lowest goes first.
    ///   - value: the moment, seen in the current calendar and time zone; nil for none, which comes first. Called on
    ///     background threads too.
    public static func moment(
        _ title: String, _ width: Length = .fixed(9), priority: Int = 5, _ value: @escaping @Sendable (Row) -> Date?
    ) -> Self {
        var column = dates(title, width, priority, value, noneAs: .distantPast, saysTime: true) { date, around in
            RelativeDay(date, now: around.now).pastLine(of: date, isNarrow: around.isNarrow)
        }
        column.moment = value
        return column
    }

    /// Returns a column of dates, whose texts are other ones the next day.
    ///
    /// - Parameters:
    ///   - none: the date as which a row without one is sorted.
    ///   - saysTime: true if the text of a moment of today says its time.
    private static func dates(
        _ title: String, _ width: Length, _ priority: Int, _ value: @escaping @Sendable (Row) -> Date?,
        noneAs none: Date, saysTime: Bool = false, _ line: @escaping @Sendable (Date, Surroundings) -> Line
    ) -> Self {
        var column = Column(
            title, width, priority: priority,
            sorting: { RowSorting(isDescending: $0, by: { value($0) ?? none }) },
            surrounded: { row, around in value(row).map { line($0, around) } ?? Line() })
        column.searched = { row, around in
            guard let date = value(row) else { return "" }
            let isTimed = saysTime && abs(date.timeIntervalSince(around.now)) < 2 * 86_400
            return isTimed ? line(date, around).text : around.dayText(of: date) { line(date, around).text }
        }
        column.narrowWidth = .fixed(5)
        column.changesDaily = true
        return column
    }
}

extension Int {
    /// The number with a comma between thousands.
    package var grouped: String {
        let digits = String(magnitude)
        guard digits.count > 3 else { return String(self) }
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + text
    }
}
