/// A few rows at the bottom of what a program prints, drawn over those of the last time.
struct InlineRows {
    /// The widths of the rows of the last time, and that of the terminal then.
    private var widths: [Int] = []
    private var columns = 0

    /// Leaves the rows of the last time where they are, as when the program was suspended.
    mutating func leave() { widths = [] }

    /// Returns the text that draws a frame, with lines above it that stay.
    mutating func text(for frame: Frame, above lines: [String] = []) -> String {
        let rows = (0..<frame.size.rows).map { frame.text(ofRow: $0) }
        // A terminal that became narrower has broken what was wider than it is now.
        let isNarrower = frame.size.columns < columns
        let count = widths.reduce(0) { count, width in
            count + (isNarrower ? max(1, (width + frame.size.columns - 1) / frame.size.columns) : 1)
        }
        var text = count > 0 ? "\u{1B}[\(count)A\r" : ""
        if count > 0, isNarrower || !lines.isEmpty || rows.count < count { text += "\u{1B}[J" }
        for line in lines { text += "\u{1B}[2K\(line)\r\n" }
        for row in rows { text += "\u{1B}[2K\(row)\r\n" }
        (widths, columns) = (rows.map(\.displayWidth), frame.size.columns)
        return text
    }
}
