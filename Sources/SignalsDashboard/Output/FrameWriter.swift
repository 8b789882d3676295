/// The writer of frames to the terminal: it sends only the cells that differ from what it shows.
struct FrameWriter {
    /// Equal cells between two that differ are sent too where moving the cursor over them would take as long.
    private static let shortGap = 6

    private var styles: StyleSequence
    private let isSynchronised: Bool
    /// The frame that the terminal shows; nil if that is unknown, as at the start.
    private var shown: Frame?
    private var output: [UInt8] = []
    /// The style that the terminal has set; nil if that is unknown.
    private var style: Style?

    /// A writer for a terminal, which first clears it.
    ///
    /// - Parameters:
    ///   - theme: the colours of the roles.
    ///   - depth: the number of colours that the terminal has.
    ///   - isSynchronised: true if the terminal shows what comes between two codes at once.
    init(theme: Theme, depth: ColorDepth, isSynchronised: Bool = false) {
        styles = StyleSequence(theme: theme, depth: depth)
        self.isSynchronised = isSynchronised
    }

    /// Returns the bytes to send so that the terminal shows `frame`; none when it does already.
    mutating func output(for frame: Frame) -> [UInt8] {
        if let shown, shown.size != frame.size { self.shown = nil }
        guard frame != shown else { return [] }
        let before = shown ?? Frame(lines: [], size: frame.size)
        output = []
        output.reserveCapacity(shown == nil ? frame.cells.count * 2 : 1024)
        style = nil
        append(Control.hideCursor)
        if shown == nil { append(Control.clearScreen) }
        for row in 0..<frame.size.rows where !isSame(row, before, frame) { write(row, of: frame, over: before) }
        if style != nil { append(Control.resetStyle) }
        shown = frame
        writeCursor(of: frame)
        return isSynchronised ? Control.beginUpdate.utf8 + output + Control.endUpdate.utf8 : output
    }

    private func isSame(_ row: Int, _ before: Frame, _ frame: Frame) -> Bool {
        let places = row * frame.size.columns..<(row + 1) * frame.size.columns
        if before.clusters.isEmpty, frame.clusters.isEmpty { return before.cells[places] == frame.cells[places] }
        return places.allSatisfy { Frame.areSame(before, $0, frame, $0) }
    }

    private mutating func write(_ row: Int, of frame: Frame, over before: Frame) {
        let start = row * frame.size.columns
        let end = start + frame.size.columns
        // Blank cells up to the row's end are cleared at once.
        let blankStart = (start..<end).last { frame.cells[$0] != .blank }.map { $0 + 1 } ?? start
        var place = start
        while place < blankStart {
            guard !Frame.areSame(before, place, frame, place) else {
                place += 1
                continue
            }
            place = writeRun(from: place, to: blankStart, rowStart: start, frame, before)
        }
        guard (blankStart..<end).contains(where: { before.cells[$0] != .blank }) else { return }
        move(toRow: row, column: blankStart - start)
        set(.plain)
        append(Control.clearToEndOfLine)
    }

    /// Writes the cells from `first` on that differ, with short gaps between them; returns the place after them.
    private mutating func writeRun(
        from first: Int, to end: Int, rowStart: Int, _ frame: Frame, _ before: Frame
    ) -> Int {
        var place = frame.cells[first].isContinuation && first > rowStart ? first - 1 : first
        move(toRow: rowStart / frame.size.columns, column: place - rowStart)
        var equal = 0
        while place < end, equal < Self.shortGap {
            equal = Frame.areSame(before, place, frame, place) ? equal + 1 : 0
            place = write(place, of: frame, rowStart: rowStart)
        }
        return place
    }

    /// Writes one character; returns the place after it.
    private mutating func write(_ place: Int, of frame: Frame, rowStart: Int) -> Int {
        let cell = frame.cells[place]
        set(cell.style)
        if cell.glyph < 0x80 {
            output.append(UInt8(truncatingIfNeeded: max(cell.glyph, 0x20)))
            return place + 1
        }
        var text = ""
        frame.append(place, to: &text)
        let next = place + 1
        let isWide = next < frame.cells.count && frame.cells[next].isContinuation
        if isWide, cell.isCluster {
            // One that takes it for narrow would leave what was in its second cell.
            append("  ")
            move(toRow: rowStart / frame.size.columns, column: place - rowStart)
        }
        append(text)
        guard isWide || cell.isCluster else { return next }
        // A terminal of another opinion about its width spoils this cell and not the row.
        let after = isWide ? next + 1 : next
        if after - rowStart < frame.size.columns {
            move(toRow: rowStart / frame.size.columns, column: after - rowStart)
        }
        return after
    }

    private mutating func writeCursor(of frame: Frame) {
        guard let cursor = frame.cursor, cursor.row >= 0, cursor.row < frame.size.rows, cursor.column >= 0 else {
            return
        }
        move(toRow: cursor.row, column: min(cursor.column, frame.size.columns - 1))
        append(Control.showCursor)
    }

    private mutating func set(_ style: Style) {
        guard style != self.style else { return }
        output += styles.codes(for: style)
        self.style = style
    }

    private mutating func move(toRow row: Int, column: Int) { append(Control.move(column: column, row: row)) }

    private mutating func append(_ text: String) { output += text.utf8 }
}
