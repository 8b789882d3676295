/// A line of braille dots: each cell has two columns and four rows of them.
enum BraillePlot {
    private static let dots: [[UInt32]] = [[0x40, 0x04, 0x02, 0x01], [0x80, 0x20, 0x10, 0x08]]

    /// Returns the last values as rows of text, the newest at the right, with a gap for a value that is not finite.
    static func rows(_ values: ArraySlice<Double>, columns: Int, rows: Int, _ scale: PlotScale) -> [String] {
        var cells = Array(repeating: [UInt32](repeating: 0, count: columns), count: rows)
        let shown = Array(values.suffix(columns * 2))
        let start = columns * 2 - shown.count
        var before: Int?
        for (place, value) in shown.enumerated() {
            guard let share = scale.share(of: value) else {
                before = nil
                continue
            }
            let height = Int((share * Double(rows * 4 - 1)).rounded())
            // A line goes up and down to where the one before was.
            let from = min(height, before.map { $0 < height ? $0 + 1 : $0 - 1 } ?? height)
            let to = max(height, before.map { $0 < height ? $0 + 1 : $0 - 1 } ?? height)
            let column = start + place
            for dot in before == height ? height...height : from...to {
                cells[rows - 1 - dot / 4][column / 2] |= dots[column % 2][dot % 4]
            }
            before = height
        }
        return cells.map { row in
            String(String.UnicodeScalarView(row.map { $0 == 0 ? " " : Unicode.Scalar(0x2800 + $0) ?? " " }))
        }
    }
}
