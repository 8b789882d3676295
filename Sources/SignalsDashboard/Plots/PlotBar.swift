/// Bars of block characters, in eighths of a cell.
package enum PlotBar {
    private static let heights: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let widths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

    /// Returns a bar that is a share of a row's height; the least one is always seen.
    static func column(_ share: Double) -> Character { heights[max(1, min(8, eighths(share, of: 1)))] }

    /// Returns a bar of a share of `columns`, filled up with `rest`.
    package static func text(_ share: Double, columns: Int, rest: Character = "░") -> String {
        guard columns > 0 else { return "" }
        let eighths = min(eighths(share, of: columns), columns * 8)
        let (full, part) = (eighths / 8, eighths % 8)
        let bar = String(repeating: "█", count: full) + (part > 0 ? String(widths[part]) : "")
        return bar + String(repeating: rest, count: columns - full - (part > 0 ? 1 : 0))
    }

    /// Returns a bar for each of the last values, the newest at the right: up from the zero line, or down from it for
    /// what is negative, in halves of a cell. A value that is not finite has no bar.
    static func rows(_ values: ArraySlice<Double>, columns: Int, rows: Int, _ scale: PlotScale) -> [String] {
        let shown = values.suffix(columns)
        let margin = String(repeating: " ", count: columns - shown.count)
        let above = rowsAboveZero(of: rows, scale)
        return (0..<rows).map { row in
            margin
                + String(
                    shown.map { value in
                        guard value.isFinite else { return " " }
                        guard row < above else {
                            let halves = (eighths(value / scale.bottom, of: rows - above) + 2) / 4
                            return [" ", "▀", "█"][max(0, min(2, halves - (row - above) * 2))]
                        }
                        let below = (above - 1 - row) * 8
                        return heights[max(0, min(8, eighths(value / scale.top, of: above) - below))]
                    })
        }
    }

    /// Returns the number of rows that lie above the zero line: a share of them, and at least one on each side that has
    /// values.
    static func rowsAboveZero(of rows: Int, _ scale: PlotScale) -> Int {
        if scale.bottom == 0 { return rows }
        if scale.top == 0 { return 0 }
        let below = scale.share(of: 0) ?? 0
        return max(1, rows - max(1, Int((below * Double(rows)).rounded())))
    }

    private static func eighths(_ share: Double, of cells: Int) -> Int {
        share.isFinite ? Int((min(max(share, 0), 1) * Double(cells * 8)).rounded()) : 0
    }
}
