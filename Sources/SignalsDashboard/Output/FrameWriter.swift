/// Turns frames into what is sent to the terminal: only the lines that changed since the frame before.
///
/// A changed line is written over in place and its rest cleared afterwards, so nothing flickers.
struct FrameWriter {
    private let usesColor: Bool
    private var size: Size
    /// What the terminal shows; `nil` when that is not known, as at the start.
    private var shown: Frame?

    /// A writer for a terminal of `size`, which first clears it.
    init(size: Size, usesColor: Bool) {
        self.size = size
        self.usesColor = usesColor
    }

    /// The terminal has a new size, or shows something else: the next frame is drawn whole.
    mutating func startOver(size: Size) {
        self.size = size
        shown = nil
    }

    /// The text to send so that the terminal shows `frame`; empty when it does already.
    mutating func output(for frame: Frame) -> String {
        let frame = frame.clipped(to: size)
        guard frame != shown else { return "" }
        var output = Control.hideCursor
        if shown == nil { output += Control.clearScreen }
        let before = shown?.lines ?? []
        for row in 0..<max(frame.lines.count, before.count) {
            let line = row < frame.lines.count ? frame.lines[row] : Line()
            guard row >= before.count || before[row] != line else { continue }
            output += Control.move(column: 0, row: row) + text(of: line)
        }
        shown = frame
        return output + cursor(of: frame)
    }

    private func text(of line: Line) -> String {
        let text = line.spans.map { StyleSequence.text(of: $0, usesColor: usesColor) }.joined()
        // Clearing to the end from the last column would erase what stands there.
        return line.width < size.columns ? text + Control.clearToEndOfLine : text
    }

    private func cursor(of frame: Frame) -> String {
        guard let cursor = frame.cursor, cursor.row < size.rows else { return "" }
        return Control.move(column: min(cursor.column, size.columns - 1), row: cursor.row) + Control.showCursor
    }
}
