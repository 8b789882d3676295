/// The rows of a list that are shown, in their order and sections. It takes four bytes a row, and none while all rows
/// are shown as they come.
struct Arrangement<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
    /// The content of a line of a table.
    enum Entry: Equatable {
        /// The row at a position of the list.
        case row(Int)
        /// The header of a section.
        case section(Int)
    }

    /// A section: its name, the number of its rows, and whether they are hidden.
    struct Section: Sendable, Equatable {
        var name: String
        var count: Int
        var isClosed: Bool
    }

    let rows: RowList<Row>
    /// Positions of rows; a section's header is the complement of its number. Nil for all rows as they come.
    let entries: [Int32]?
    let sections: [Section]
    /// The number of rows that match, those of closed sections among them.
    let matches: Int

    /// All rows, as they come.
    init(_ rows: RowList<Row>) {
        self.rows = rows
        (entries, sections, matches) = (nil, [], rows.count)
    }

    init(_ rows: RowList<Row>, entries: [Int32], sections: [Section] = [], matches: Int? = nil) {
        self.rows = rows
        self.entries = entries
        self.sections = sections
        self.matches = matches ?? entries.count
    }

    /// True if all rows are shown as they come.
    var isPlain: Bool { entries == nil }

    /// The number of lines.
    var count: Int { entries?.count ?? rows.count }

    /// The content of a line.
    subscript(line: Int) -> Entry {
        guard let entries else { return .row(line) }
        let number = Int(entries[line])
        return number >= 0 ? .row(number) : .section(~number)
    }

    /// The row in a line; nil for the header of a section.
    func row(inLine line: Int) -> Row? {
        guard line >= 0, line < count, case .row(let position) = self[line] else { return nil }
        return rows[position]
    }

    /// The identity of the row in a line; nil for the header of a section. No row is read for it.
    func id(inLine line: Int) -> Row.ID? {
        guard line >= 0, line < count, case .row(let position) = self[line] else { return nil }
        return rows.id(at: position)
    }
}
