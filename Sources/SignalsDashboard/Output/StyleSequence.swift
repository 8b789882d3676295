/// The codes that give text its look (ECMA-48's Select Graphic Rendition), by theme and terminal.
struct StyleSequence {
    private let theme: Theme
    private let depth: ColorDepth
    private var known: [Style: [UInt8]] = [:]

    /// Codes for a terminal of the given colours.
    init(theme: Theme, depth: ColorDepth) {
        self.theme = theme
        self.depth = depth
    }

    /// Returns the sequence that sets `style`, whatever was set before.
    mutating func codes(for style: Style) -> [UInt8] {
        if let codes = known[style] { return codes }
        let codes = Array(("\u{1B}[" + numbers(for: theme.look(of: style)).joined(separator: ";") + "m").utf8)
        known[style] = codes
        return codes
    }

    private func numbers(for look: Look) -> [String] {
        var numbers = ["0"]
        if look.isBold { numbers.append("1") }
        if look.isUnderlined { numbers.append("4") }
        // A background that cannot be coloured must still differ from its surroundings.
        let ground = look.ground.flatMap { $0.rounded(to: depth) }
        let isReversed = look.isReversed || look.ground != nil && ground == nil
        if isReversed { numbers.append("7") }
        let text = look.text.flatMap { $0.rounded(to: depth) }
        if let text, !isReversed || look.isReversed { numbers.append(Self.number(of: text, isGround: false)) }
        if let ground { numbers.append(Self.number(of: ground, isGround: true)) }
        return numbers
    }

    private static func number(of color: Color, isGround: Bool) -> String {
        let offset = isGround ? 10 : 0
        switch color {
        case .ansi(let number) where number < 8: return String(30 + offset + number)
        case .ansi(let number) where number < 16: return String(82 + offset + number)
        case .ansi(let number): return "\(38 + offset);5;\(number)"
        case .rgb(let red, let green, let blue): return "\(38 + offset);2;\(red);\(green);\(blue)"
        }
    }
}
