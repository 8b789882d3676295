/// The terminal's answer to the question for the colour of its ground: `11;rgb:1e1e/1e1e/1e1e`.
enum GroundAnswer {
    /// Returns the colour in an answer; nil for another answer.
    static func color(_ answer: String) -> Color? {
        guard answer.hasPrefix("11;rgb:") else { return nil }
        let parts = answer.dropFirst(7).split(separator: "/").compactMap { part -> UInt8? in
            // Two digits say enough of one, two, three or four.
            UInt8(part.count == 1 ? "\(part)\(part)" : String(part.prefix(2)), radix: 16)
        }
        return parts.count == 3 ? .rgb(parts[0], parts[1], parts[2]) : nil
    }
}

extension Color {
    /// True if dark letters are read better on this colour than light ones.
    var isLight: Bool {
        let (red, green, blue) = components
        return red * 299 + green * 587 + blue * 114 > 127_500
    }
}
