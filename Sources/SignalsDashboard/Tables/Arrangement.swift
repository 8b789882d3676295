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
        var positions: PositionList
        var isClosed: Bool

        var count: Int { positions.count }
        var lineCount: Int { isClosed ? 1 : 1 + count }
    }

    /// The rows that are shown.
    private enum Shown: Sendable {
        case all
        case some(PositionList)
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
    init(_ rows: RowList<Row>, positions: [Int32]) { self.init(rows, positions: PositionList(positions)) }

    /// The rows at some positions.
    init(_ rows: RowList<Row>, positions: PositionList) {
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
    var positions: PositionList? { if case .some(let positions) = shown { positions } else { nil } }

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

    /// Returns the first line of the section that a line belongs to; nil without sections.
    func header(above line: Int) -> (line: Int, section: Int)? {
        guard case .sections(_, let starts) = shown, line >= 0, line < count else { return nil }
        let number = starts.beginning { $0 <= line } - 1
        return (starts[number], number)
    }

    /// Returns the line of a section's header.
    func line(ofSection name: String) -> Int? {
        guard case .sections(let sections, let starts) = shown else { return nil }
        return sections.firstIndex { $0.name == name }.map { starts[$0] }
    }

    /// Returns the arrangement with a section closed or opened.
    func setting(section: Int, closed isClosed: Bool) -> Arrangement {
        var sections = sections
        sections[section].isClosed = isClosed
        return Arrangement(rows, sections: sections)
    }

    /// Returns the row in a line; nil for the header of a section.
    func row(inLine line: Int) -> Row? {
        guard line >= 0, line < count, case .row(let position) = self[line] else { return nil }
        return rows[position]
    }

    /// Returns the position of the row in a line; nil for the header of a section.
    func position(inLine line: Int) -> Int? {
        guard line >= 0, line < count, case .row(let position) = self[line] else { return nil }
        return position
    }

    /// Returns the line of the row at a position, which is looked for near a line first; nil if it is not shown.
    func line(ofPosition position: Int, near line: Int) -> Int? {
        switch shown {
        case .all: return position
        case .some(let positions): return positions.place(of: Int32(position), near: line)
        case .sections(let sections, let starts):
            let near = max(0, starts.beginning { $0 <= line } - 1)
            // A row stays in its section mostly.
            for number in [near] + sections.indices where number < sections.count && !sections[number].isClosed {
                let start = starts[number] + 1
                if let place = sections[number].positions.place(of: Int32(position), near: line - start) {
                    return start + place
                }
            }
            return nil
        }
    }

    /// The positions of all rows that match, in their order, those of closed sections among them.
    var matchingPositions: [Int32] {
        switch shown {
        case .all: (0..<Int32(rows.count)).map { $0 }
        case .some(let positions): positions.array
        case .sections(let sections, _): sections.flatMap { $0.positions.array }
        }
    }

    /// Returns the arrangement of those rows of this one that are in a set, which stay in their order. Sections stand
    /// in that of the rows that are now their first.
    func keeping(_ set: PositionSet, _ order: RowSorting<Row>?) -> Arrangement {
        guard case .sections(let sections, _) = shown else {
            return Arrangement(rows, positions: (positions ?? PositionList()).filtered(set, isIn: true))
        }
        let kept = sections.map { section in
            var section = section
            section.positions = section.positions.filtered(set, isIn: true)
            return section
        }
        let places = PositionOrder(rows, order)
        return Arrangement(
            rows,
            sections: kept.filter { $0.count > 0 }.sorted { places.isBefore($0.positions[0], $1.positions[0]) })
    }

    /// Returns the identity of the row in a line; nil for the header of a section. No row is read for it.
    func id(inLine line: Int) -> Row.ID? {
        guard line >= 0, line < count, case .row(let position) = self[line] else { return nil }
        return rows.id(at: position)
    }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the number of elements that pass a test, where those that pass it come before the others.
    func beginning(_ test: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if test(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
