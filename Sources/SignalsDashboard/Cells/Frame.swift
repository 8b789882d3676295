/// The cells of a screen at one moment, row by row, and where the cursor stands.
///
/// A frame is a value, so a screen can be tested as text: `XCTAssertEqual(dashboard.frame(in: size).text, …)`.
public struct Frame: Sendable {
    /// The size of the screen.
    public let size: Size
    /// The position of the cursor; nil hides it.
    public var cursor: Cursor?

    let cells: ContiguousArray<Cell>
    /// The texts of cells that hold more than one Unicode scalar.
    let clusters: [String]

    /// A place in a frame.
    public struct Cursor: Hashable, Sendable {
        /// The column, from 0 at the left.
        public var column: Int
        /// The row, from 0 at the top.
        public var row: Int

        /// The place in the given column and row, both from 0.
        ///
        /// - Parameters:
        ///   - column: the column, from 0 at the left. Beyond the right side, the cursor is shown in the last column.
        ///   - row: the row, from 0 at the top. A cursor outside the rows, or left of column 0, is not shown.
        public init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    init(size: Size, cells: ContiguousArray<Cell>, clusters: [String], cursor: Cursor?) {
        self.size = size
        self.cells = cells
        self.clusters = clusters
        self.cursor = cursor
    }

    /// A frame of the given lines, from the top, as far as they fit.
    ///
    /// - Parameters:
    ///   - lines: the lines. One that is wider than the screen is cut, with `…`; those below its last row are left out.
    ///   - size: the size of the screen; that of the lines unless given.
    ///   - cursor: the position of the cursor; nil to hide it.
    public init(lines: [Line], size: Size? = nil, cursor: Cursor? = nil) {
        let size = size ?? Size(columns: lines.map(\.width).max() ?? 1, rows: lines.count)
        let grid = CellGrid(size: size)
        for (row, line) in lines.prefix(size.rows).enumerated() {
            var column = 0
            for span in line.truncated(toWidth: size.columns).spans {
                column = grid.draw(span.text, span.style, row: row, column: column, end: size.columns)
            }
        }
        grid.cursor = cursor
        self = grid.takeFrame()
    }

    /// The rows as text, without styles and without spaces at their ends, joined by line feeds.
    public var text: String {
        (0..<size.rows).map { text(ofRow: $0) }.joined(separator: "\n")
    }

    /// The rows as text with their styles: `[bad+bold:late]`, each stretch of one style in brackets with its role.
    public var styledText: String {
        (0..<size.rows).map { row in stretches(ofRow: row).map(Self.marked).joined() }.joined(separator: "\n")
    }

    /// Returns the text of a row without spaces at its end.
    func text(ofRow row: Int) -> String {
        var text = ""
        for place in row * size.columns..<(row + 1) * size.columns { append(place, to: &text) }
        return String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// Appends what stands in a cell; nothing for the right half of a wide character.
    func append(_ place: Int, to text: inout String) {
        let cell = cells[place]
        if cell.isCluster {
            text += clusters[cell.cluster]
        } else if cell.glyph != 0, let scalar = Unicode.Scalar(cell.glyph) {
            text.unicodeScalars.append(scalar)
        }
    }

    /// Returns true if two cells of two frames look the same.
    static func areSame(_ one: Frame, _ place: Int, _ other: Frame, _ otherPlace: Int) -> Bool {
        let (cell, otherCell) = (one.cells[place], other.cells[otherPlace])
        guard cell.isCluster, otherCell.isCluster else { return cell == otherCell }
        return cell.style == otherCell.style && one.clusters[cell.cluster] == other.clusters[otherCell.cluster]
    }

    /// Returns the stretches of one style in a row, without blanks at its end.
    func stretches(ofRow row: Int) -> [(column: Int, columns: Int, text: String, style: Style)] {
        var stretches: [(column: Int, columns: Int, text: String, style: Style)] = []
        let start = row * size.columns
        for column in 0..<size.columns {
            let style = cells[start + column].style
            if stretches.last?.style != style { stretches.append((column, 0, "", style)) }
            let last = stretches.count - 1
            append(start + column, to: &stretches[last].text)
            stretches[last].columns += 1
        }
        if let last = stretches.last, last.style == .plain, last.text.allSatisfy({ $0 == " " }) {
            stretches.removeLast()
        }
        return stretches
    }

    private static func marked(_ stretch: (column: Int, columns: Int, text: String, style: Style)) -> String {
        guard stretch.style != .plain else { return stretch.text }
        var name = "\(stretch.style.role)" + (stretch.style.isBold ? "+bold" : "")
        if let color = stretch.style.color { name += "+\(color)" }
        return "[\(name):\(stretch.text)]"
    }
}

extension Frame: Hashable {
    /// True if both have the same size, cursor and cells.
    public static func == (one: Frame, other: Frame) -> Bool {
        guard one.size == other.size, one.cursor == other.cursor else { return false }
        if one.clusters == other.clusters { return one.cells == other.cells }
        return one.cells.indices.allSatisfy { areSame(one, $0, other, $0) }
    }

    /// Hashes the size, the cursor and the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(cursor)
        hasher.combine(text)
    }
}
