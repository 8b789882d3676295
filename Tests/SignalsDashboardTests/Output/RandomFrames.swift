@testable import SignalsDashboard

/// Numbers that are the same in each run.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }
}

/// Frames of letters, wide characters, emoji and marks in any style.
enum RandomFrames {
    private static let characters: [String] = [
        "a", "b", "Z", " ", " ", " ", " ", "é", "e\u{301}", "水", "やり", "📷", "👨‍👩‍👧‍👦", "🇩🇪", "❤️", "─", "▌", "⣀", "1️⃣",
    ]

    static func line(_ columns: Int, using random: inout SeededNumbers) -> Line {
        Line(
            (0..<Int.random(in: 0...6, using: &random)).map { _ in
                let text = (0..<Int.random(in: 0...max(1, columns / 2), using: &random))
                    .map { _ in characters.randomElement(using: &random) ?? "" }.joined()
                let role = Role.allCases.randomElement(using: &random) ?? .text
                let color: Color? =
                    Bool.random(using: &random) ? nil : .rgb(200, UInt8.random(in: 0...255, using: &random), 7)
                return Span(text, Style(role, color: color, bold: Bool.random(using: &random)))
            })
    }

    static func frame(_ size: Size, using random: inout SeededNumbers) -> Frame {
        let rows = Int.random(in: 0...size.rows, using: &random)
        let lines = (0..<rows).map { _ in line(size.columns, using: &random) }
        return Frame(lines: lines, size: size, cursor: cursor(size, using: &random))
    }

    /// A frame that differs in one row.
    static func changed(_ frame: Frame, using random: inout SeededNumbers) -> Frame {
        let grid = CellGrid(size: frame.size)
        let other = Int.random(in: 0..<frame.size.rows, using: &random)
        for row in 0..<frame.size.rows {
            var column = 0
            for stretch in frame.stretches(ofRow: row) {
                column = grid.draw(stretch.text, stretch.style, row: row, column: column, end: frame.size.columns)
            }
            guard row == other else { continue }
            let start = Int.random(in: 0..<frame.size.columns, using: &random)
            let text = characters.randomElement(using: &random) ?? ""
            _ = grid.draw(text, .bold, row: row, column: start, end: frame.size.columns)
        }
        grid.cursor = cursor(frame.size, using: &random)
        return grid.takeFrame()
    }

    /// The style of each cell as a terminal is told it.
    static func styles(_ frame: Frame, theme: Theme, _ depth: ColorDepth) -> [[String]] {
        var codes = StyleSequence(theme: theme, depth: depth)
        return (0..<frame.size.rows).map { row in
            (0..<frame.size.columns).map { column in
                let style = frame.cells[row * frame.size.columns + column].style
                return String(String(decoding: codes.codes(for: style), as: UTF8.self).dropFirst(2).dropLast())
            }
        }
    }

    private static func cursor(_ size: Size, using random: inout SeededNumbers) -> Frame.Cursor? {
        guard Bool.random(using: &random) else { return nil }
        return .init(
            column: .random(in: 0..<size.columns, using: &random), row: .random(in: 0..<size.rows, using: &random))
    }
}
