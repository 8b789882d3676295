/// Bars of block characters, in eighths of a cell.
package enum PlotBar {
    private static let heights: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let widths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

    /// A bar that is a share of a row's height; the least one is always seen.
    static func column(_ share: Double) -> Character { heights[max(1, min(8, eighths(share, of: 1)))] }

    /// A bar of a share of `columns`, filled up with `rest`.
    package static func text(_ share: Double, columns: Int, rest: Character = "░") -> String {
        guard columns > 0 else { return "" }
        let eighths = min(eighths(share, of: columns), columns * 8)
        let (full, part) = (eighths / 8, eighths % 8)
        let bar = String(repeating: "█", count: full) + (part > 0 ? String(widths[part]) : "")
        return bar + String(repeating: rest, count: columns - full - (part > 0 ? 1 : 0))
    }

    /// A bar for each of the last values, the newest at the right.
    static func rows(_ values: ArraySlice<Double>, columns: Int, rows: Int, top: Double) -> [String] {
        let shown = values.suffix(columns)
        let margin = String(repeating: " ", count: columns - shown.count)
        return (0..<rows).map { row in
            let below = (rows - 1 - row) * 8
            return margin + String(shown.map { heights[max(0, min(8, eighths($0 / top, of: rows) - below))] })
        }
    }

    private static func eighths(_ share: Double, of cells: Int) -> Int {
        share.isFinite ? Int((min(max(share, 0), 1) * Double(cells * 8)).rounded()) : 0
    }
}
