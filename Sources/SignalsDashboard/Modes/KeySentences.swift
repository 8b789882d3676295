/// The keys of a dashboard as sentences, in words that a screen reader says.
@MainActor
struct KeySentences {
    private static let names: [Character: String] = [
        "↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "?": "question mark", "/": "slash", "<": "less than",
        ">": "greater than", "=": "equals", "[": "left bracket", "]": "right bracket", "+": "plus", "-": "minus",
        "_": "underscore",
    ]

    let sentences: [String]

    /// One sentence for each command, below those that name the groups.
    init(_ groups: [KeyGroup]) {
        sentences = groups.filter { !$0.commands.isEmpty }.flatMap { group in
            ["Keys, \(group.title):"] + group.commands.map(Self.sentence)
        }
    }

    private static func sentence(_ command: KeyCommand) -> String {
        let keys = command.keys.map(name).joined(separator: ", ")
        return "\(keys): \(command.name)\(command.reasonNotToRun.map { ", not now: \($0)" } ?? "")."
    }

    /// Returns the words for a key.
    static func name(_ key: Key) -> String {
        let text = key.description
        guard let last = text.last else { return text }
        if text.count == 2, text.first == "^" { return "Control \(names[last] ?? String(last))" }
        if let name = names[last] { return text.dropLast() + name }
        return text.count == 1 && last.isUppercase ? "capital \(last)" : text
    }
}
