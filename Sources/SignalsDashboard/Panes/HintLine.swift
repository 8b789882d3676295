/// The line that names the keys: as many as fit, by their rank.
@MainActor
struct HintLine {
    /// A hint and the columns where it stands, which can be clicked.
    ///
    /// Not the command: what that holds may hold what holds the hints.
    struct Hint {
        let key: Key?
        let name: String
        let columns: Range<Int>
    }

    let hints: [Hint]
    let line: Line

    /// The hints of `commands` in at most `columns` columns.
    ///
    /// - Parameter isTyping: true while text is typed; commands whose keys are characters wait then.
    init(_ commands: [KeyCommand], columns: Int, isTyping: Bool = false) {
        let candidates = commands.filter { command in
            command.priority > 0 && !(isTyping && command.keys.first?.character != nil)
        }
        let parts = candidates.map { command in
            let width = Self.text(of: command).width
            return Division.Part(length: .fixed(width), priority: command.priority)
        }
        let lengths = Division(parts, room: columns - 2, gap: 2).lengths
        var line = Line(" ")
        var hints: [Hint] = []
        for (command, length) in zip(candidates, lengths) where length != nil {
            if !hints.isEmpty { line = line + Line("  ") }
            let text = Self.text(of: command)
            hints.append(
                Hint(key: command.keys.first, name: command.name, columns: line.width..<line.width + text.width))
            line = line + text
        }
        self.hints = hints
        self.line = line
    }

    private static func text(of command: KeyCommand) -> Line {
        let key = command.hintedKeys
        guard command.reasonNotToRun == nil else { return Line("\(key) \(command.name)", .dim) }
        return Line([Span(key, Style(.key)), Span(" " + command.name)])
    }
}

extension KeyCommand {
    /// The first key, or both of a pair.
    fileprivate var hintedKeys: String {
        let pairs: [[Key]: String] = [[.up, .down]: "↑↓", [.left, .right]: "←→", ["<", ">"]: "<>"]
        return pairs[Array(keys.prefix(2))] ?? keys.first?.description ?? ""
    }
}
