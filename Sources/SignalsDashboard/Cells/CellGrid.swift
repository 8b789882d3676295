/// The cells of a frame that is being drawn.
///
/// One object, so that the parts of a screen draw into the same memory.
final class CellGrid {
    let size: Size
    private(set) var cells: ContiguousArray<Cell>
    private(set) var clusters: [String] = []
    var cursor: Frame.Cursor?

    /// A grid of blanks.
    init(size: Size) {
        self.size = size
        cells = ContiguousArray(repeating: .blank, count: size.columns * size.rows)
    }

    /// Draws `text` from `column` on, as far as it fits before `end`, and returns the column after it.
    ///
    /// A wide character that does not fit leaves a space.
    func draw(_ text: String, _ style: Style, row: Int, column: Int, end: Int) -> Int {
        var text = text
        let start = row * size.columns
        var next = column
        let isDrawn = text.withUTF8 { bytes -> Bool in
            for byte in bytes {
                if byte >= 0x7F { return false }
                guard next < end else { return true }
                set(Cell(glyph: UInt32(byte), style: style), start + next, row)
                next += 1
            }
            return true
        }
        guard !isDrawn else { return next }
        // The last ASCII letter may be joined by the mark that follows it.
        let drawn = max(0, next - column - 1)
        let rest = text.utf8.dropFirst(drawn)
        return drawCharacters(Substring(rest), style, row: row, column: column + drawn, end: end)
    }

    /// Fills columns of a row with blanks in `style`.
    func fill(_ style: Style, row: Int, columns: Range<Int>) {
        for column in columns { set(Cell(glyph: 0x20, style: style), row * size.columns + column, row) }
    }

    /// Gives the cells of a row another style, and leaves what stands in them.
    func restyle(row: Int, columns: Range<Int>, _ change: (inout Style) -> Void) {
        for column in columns { change(&cells[row * size.columns + column].style) }
    }

    /// Returns the frame that was drawn; the grid is empty afterwards.
    func takeFrame() -> Frame {
        defer { (cells, clusters) = ([], []) }
        return Frame(size: size, cells: cells, clusters: clusters, cursor: cursor)
    }

    private func drawCharacters(_ text: Substring, _ style: Style, row: Int, column: Int, end: Int) -> Int {
        var next = column
        for character in text {
            let width = character.displayWidth
            guard width > 0 else {
                if next > column { join(character, at: row * size.columns + next - 1) }
                continue
            }
            guard next + min(width, 2) <= end else {
                if next < end { set(Cell(glyph: 0x20, style: style), row * size.columns + next, row) }
                return end
            }
            let place = row * size.columns + next
            set(Cell(glyph: glyph(of: character), style: style), place, row, isWide: width > 1)
            if width > 1 { set(Cell(glyph: 0, style: style), place + 1, row) }
            next += min(width, 2)
        }
        return next
    }

    /// Puts a cell in its place. What it halves of a wide character becomes a space.
    private func set(_ cell: Cell, _ place: Int, _ row: Int, isWide: Bool = false) {
        if cells[place].isContinuation, !cell.isContinuation, place > row * size.columns {
            cells[place - 1].glyph = 0x20
        }
        cells[place] = cell
        let next = place + 1
        if !isWide, next < (row + 1) * size.columns, cells[next].isContinuation { cells[next].glyph = 0x20 }
    }

    private func join(_ mark: Character, at place: Int) {
        let place = cells[place].isContinuation ? place - 1 : place
        let before = cells[place]
        let text = before.isCluster ? clusters[before.cluster] : Unicode.Scalar(before.glyph).map(String.init) ?? " "
        cells[place].glyph = glyph(of: text + String(mark))
    }

    private func glyph(of character: Character) -> UInt32 {
        let scalars = character.unicodeScalars
        if let first = scalars.first, scalars.count == 1 { return first.value }
        return glyph(of: String(character))
    }

    private func glyph(of cluster: String) -> UInt32 {
        clusters.append(cluster)
        return UInt32(clusters.count - 1) | Cell.clusterBit
    }
}
