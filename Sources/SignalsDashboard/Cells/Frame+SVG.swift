extension Frame {
    /// Returns the frame as an SVG picture; each cell is 8 by 17 points.
    ///
    /// - Parameter theme: the colours of the roles; `.light` has a white ground, others a dark one.
    public func svg(_ theme: Theme = .dark) -> String {
        let ground = theme == .light ? Color(hex: 0xFFFFFF) : Color(hex: 0x1E1E1E)
        let text = theme == .light ? Color(hex: 0x1A1A1A) : Color(hex: 0xE6E6E6)
        let (width, height) = (size.columns * 8 + 16, size.rows * 17 + 16)
        var svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        svg += "font-family=\"Menlo, 'DejaVu Sans Mono', 'Liberation Mono', monospace\" font-size=\"13\">\n"
        svg += "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"\(ground.css)\"/>\n"
        for row in 0..<size.rows {
            for stretch in stretches(ofRow: row) {
                var look = theme.look(of: stretch.style)
                if look.isReversed { (look.text, look.ground) = (look.ground ?? ground, look.text ?? text) }
                svg += Self.svg(of: stretch, row: row, look, text)
            }
        }
        return svg + "</svg>\n"
    }

    private static func svg(
        of stretch: (column: Int, columns: Int, text: String, style: Style), row: Int, _ look: Look, _ text: Color
    ) -> String {
        let (x, y, width) = (stretch.column * 8 + 8, row * 17 + 8, stretch.columns * 8)
        var svg = ""
        if let ground = look.ground {
            svg += "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"17\" fill=\"\(ground.css)\"/>\n"
        }
        guard !stretch.text.allSatisfy({ $0 == " " }) else { return svg }
        svg += "<text x=\"\(x)\" y=\"\(y + 13)\" textLength=\"\(width)\" xml:space=\"preserve\" "
        svg += "fill=\"\((look.text ?? text).css)\""
        if look.isBold { svg += " font-weight=\"bold\"" }
        if look.isUnderlined { svg += " text-decoration=\"underline\"" }
        return svg + ">\(stretch.text.escapedForXML)</text>\n"
    }
}

extension Color {
    private static let palette: [UInt32] = [
        0x000000, 0xCD3131, 0x0DBC79, 0xE5E510, 0x2472C8, 0xBC3FBC, 0x11A8CD, 0xE5E5E5, 0x666666, 0xF14C4C, 0x23D18B,
        0xF5F543, 0x3B8EEA, 0xD670D6, 0x29B8DB, 0xFFFFFF,
    ]

    /// Red, green and blue; of the palette's colours, those of a common terminal.
    var components: (red: Int, green: Int, blue: Int) {
        switch self {
        case .rgb(let red, let green, let blue): return (Int(red), Int(green), Int(blue))
        case .ansi(let number):
            let number = number & 255
            if number < 16 { return Color(hex: Self.palette[number]).components }
            if number >= 232 { return ((number - 232) * 10 + 8, (number - 232) * 10 + 8, (number - 232) * 10 + 8) }
            let steps = [0, 95, 135, 175, 215, 255]
            return (steps[(number - 16) / 36], steps[(number - 16) / 6 % 6], steps[(number - 16) % 6])
        }
    }

    fileprivate var css: String {
        let (red, green, blue) = components
        return "rgb(\(red),\(green),\(blue))"
    }
}

extension String {
    fileprivate var escapedForXML: String {
        var escaped = ""
        for character in self {
            switch character {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
