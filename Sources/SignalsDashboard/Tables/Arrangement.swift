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

    /// A section: its name, the positions of its rows, and whether they are hidden.
    struct Section: Sendable, Equatable {
        var name: String
        var positions: [Int32]
        var isClosed: Bool

        var count: Int { positions.count }
        var lineCount: Int { isClosed ? 1 : 1 + count }
    }

    /// The rows that are shown.
    private enum Shown: Sendable {
        case all
        case some([Int32])
        /// And the first line of each section.
        case sections([Section], starts: [Int])
    }

    let rows: RowList<Row>
    private let shown: Shown
    /// The number of lines.
    let count: Int
    /// The number of rows that match, those of closed sections among them.
    let matches: Int

    /// All rows, as they come.
    init(_ rows: RowList<Row>) {
        self.rows = rows
        (shown, count, matches) = (.all, rows.count, rows.count)
    }

    /// The rows at some positions.
    init(_ rows: RowList<Row>, positions: [Int32]) {
        self.rows = rows
        (shown, count, matches) = (.some(positions), positions.count, positions.count)
    }

    /// The rows of sections, each below its header.
    init(_ rows: RowList<Row>, sections: [Section]) {
        self.rows = rows
        var starts: [Int] = []
        var (line, matches) = (0, 0)
        for section in sections {
            starts.append(line)
            line += section.lineCount
            matches += section.count
        }
        (shown, count, self.matches) = (.sections(sections, starts: starts), line, matches)
    }

    /// True if all rows are shown as they come.
    var isPlain: Bool { if case .all = shown { true } else { false } }

    /// The positions of the rows that are shown, in their order; nil if all are, or in sections.
    var positions: [Int32]? { if case .some(let positions) = shown { positions } else { nil } }

    /// The sections, in their order.
    var sections: [Section] { if case .sections(let sections, _) = shown { sections } else { [] } }

    /// The content of a line.
    subscript(line: Int) -> Entry {
        switch shown {
        case .all: return .row(line)
        case .some(let positions): return .row(Int(positions[line]))
        case .sections(let sections, let starts):
            let number = starts.beginning { $0 <= line } - 1
            let place = line - starts[number]
            return place == 0 ? .section(number) : .row(Int(sections[number].positions[place - 1]))
        }
    }

    /// The first line of the section that a line belongs to; nil without sections.
    func header(above line: Int) -> (line: Int, section: Int)? {
        guard case .sections(_, let starts) = shown, line >= 0, line < count else { return nil }
        let number = starts.beginning { $0 <= line } - 1
        return (starts[number], number)
    }

    /// The line of a section's header.
    func line(ofSection name: String) -> Int? {
        guard case .sections(let sections, let starts) = shown else { return nil }
        return sections.firstIndex { $0.name == name }.map { starts[$0] }
    }

    /// The arrangement with a section closed or opened.
    func setting(section: Int, closed isClosed: Bool) -> Arrangement {
        var sections = sections
        sections[section].isClosed = isClosed
        return Arrangement(rows, sections: sections)
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

extension Array {
    /// The number of elements that pass a test, where those that pass it come before the others.
    func beginning(_ test: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if test(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
