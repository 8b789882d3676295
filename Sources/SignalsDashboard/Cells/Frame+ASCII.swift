extension Frame {
    /// This frame in ASCII, for terminals whose locale is not UTF-8: each sign has a stand-in of its width, so that
    /// nothing moves, and a letter without one is `?` in each of its columns.
    public var ascii: Frame {
        var cells = cells
        for place in cells.indices where cells[place].glyph >= 0x7F || cells[place].isContinuation {
            cells[place].glyph = Self.standIn(cells[place])
        }
        return Frame(size: size, cells: cells, clusters: [], cursor: cursor)
    }

    private static func standIn(_ cell: Cell) -> UInt32 {
        guard !cell.isContinuation, !cell.isCluster else { return 0x3F }
        // Braille: the more dots, the darker the sign.
        if (0x2801...0x28FF).contains(cell.glyph) {
            let dots = (cell.glyph & 0xFF).nonzeroBitCount
            return UInt32(UInt8(ascii: dots < 3 ? "." : dots < 6 ? ":" : "#"))
        }
        return standIns[cell.glyph] ?? 0x3F
    }

    private static let standIns: [UInt32: UInt32] = {
        let pairs: [(signs: String, standIn: Unicode.Scalar)] = [
            ("╭╮╰╯┌┐└┘├┤┬┴┼✓", "+"), ("─–—·", "-"), ("│", "|"), ("┃█", "#"), ("▌▸▹›", ">"), ("◂‹", "<"), ("●•", "*"),
            ("↑▴", "^"), ("↓▾", "v"), ("→", ">"), ("←", "<"), ("…", "~"), ("✗×", "x"), ("“”„", "\""), ("‘’", "'"),
            ("▁░", "."), ("▂", ":"), ("▃▏▎▍", "-"), ("▄▋", "="), ("▅▊", "+"), ("▆▉", "*"), ("▇", "%"),
            ("\u{A0}\u{2800}", " "),
        ]
        var standIns: [UInt32: UInt32] = [:]
        for (signs, standIn) in pairs { for sign in signs.unicodeScalars { standIns[sign.value] = standIn.value } }
        return standIns
    }()
}
