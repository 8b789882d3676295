/// The number of colours that a terminal has.
public enum ColorDepth: Int, Hashable, Sendable, Comparable {
    /// No colours; text can still be bold, underlined and reversed.
    case none
    /// The sixteen of the palette.
    case sixteen
    /// The extended palette.
    case palette
    /// Any 24-bit colour.
    case full

    /// True if `one` is fewer colours than `other`.
    public static func < (one: ColorDepth, other: ColorDepth) -> Bool { one.rawValue < other.rawValue }

    /// The depth that the environment gives, in this order: `NO_COLOR`, `COLORTERM`, `TERM`, and `CLICOLOR_FORCE` for a
    /// terminal that would have none.
    init(_ environment: [String: String]) {
        guard (environment["NO_COLOR"] ?? "").isEmpty else {
            self = .none
            return
        }
        let kind = environment["TERM"] ?? ""
        self = Self.named(environment["COLORTERM"] ?? "") ?? Self.ofTerminal(kind)
        if self == .none, let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { self = .sixteen }
    }

    private static func named(_ name: String) -> ColorDepth? {
        ["truecolor", "24bit"].contains(name) ? .full : nil
    }

    private static func ofTerminal(_ kind: String) -> ColorDepth {
        let names = kind.split(separator: "-")
        if names.contains("direct")
            || ["kitty", "ghostty", "alacritty", "foot", "wezterm"].contains(where: kind.contains)
        {
            return .full
        }
        if names.contains("256color") { return .palette }
        return kind.isEmpty || kind == "dumb" || kind == "unknown" || kind.hasPrefix("vt") ? .none : .sixteen
    }
}

extension Color {
    /// Returns the nearest colour that a terminal of `depth` has; nil where it has none.
    func rounded(to depth: ColorDepth) -> Color? {
        switch (self, depth) {
        case (_, .none): nil
        case (_, .full), (.ansi(0..<16), _): self
        case (.ansi, .palette): self
        case (_, .palette): nearest(among: 16..<256)
        case (_, .sixteen): nearest(among: 0..<16)
        }
    }

    private func nearest(among numbers: Range<Int>) -> Color {
        let best = numbers.min { distance(to: .ansi($0)) < distance(to: .ansi($1)) }
        return .ansi(best ?? 7)
    }

    private func distance(to other: Color) -> Int {
        let (one, other) = (components, other.components)
        let differences = [one.red - other.red, one.green - other.green, one.blue - other.blue]
        return differences.reduce(0) { $0 + $1 * $1 }
    }
}
