/// A few rows at the bottom of what a program prints, drawn over those of the last time.
struct InlineRows {
    private var count = 0

    /// The rows of the last time stay where they are, as when the program was suspended.
    mutating func leave() { count = 0 }

    /// The text that draws a frame, with lines above it that stay.
    mutating func text(for frame: Frame, above lines: [String] = []) -> String {
        var text = count > 0 ? "\u{1B}[\(count)A\r" : ""
        for line in lines { text += "\u{1B}[2K\(line)\r\n" }
        for row in 0..<frame.size.rows { text += "\u{1B}[2K" + frame.text(ofRow: row) + "\r\n" }
        if frame.size.rows + lines.count < count { text += "\u{1B}[J" }
        count = frame.size.rows
        return text
    }
}
