/// The keys that are on the screen now and what they do. The arrow keys scroll it; any other key goes back.
@MainActor
final class HelpPane: LiveContent {
    private let groups: [KeyGroup]
    private var first = 0
    private var shown = 1
    private let goBack: @MainActor () -> Void

    /// The help for commands in groups.
    init(_ groups: [KeyGroup], goBack: @escaping @MainActor () -> Void = {}) {
        self.groups = groups.filter { !$0.commands.isEmpty }
        self.goBack = goBack
    }

    var keys: [KeyCommand] {
        [
            KeyCommand(.up, .down, name: "scroll", when: { [self] in lines.count > shown }) {},
            KeyCommand(.escape, name: "back") { [self] in goBack() },
        ]
    }

    var isTyping: Bool { true }

    /// Scrolls, or goes back with any other key.
    func take(_ input: Input) -> Bool {
        switch input {
        case .key(.up), .text("k"): scroll(by: -1)
        case .key(.down), .text("j"): scroll(by: 1)
        case .key(.pageUp): scroll(by: -shown)
        case .key(.pageDown): scroll(by: shown)
        case .wheel(let rows): scroll(by: rows)
        case .key, .text: goBack()
        case .paste, .click, .drag: return false
        }
        return true
    }

    var status: PaneStatus {
        PaneStatus(
            leading: "Any key goes back.",
            scroll: lines.count > shown ? .init(first: first, shown: shown, count: lines.count) : nil)
    }

    func measure(in room: Size) -> Measure {
        let width = lines.map(\.width).max() ?? 1
        return Measure(least: Size(columns: 1, rows: 1), most: Size(columns: width + 2, rows: lines.count))
    }

    func draw(on canvas: inout Canvas) {
        shown = canvas.size.rows
        first = max(0, min(first, lines.count - shown))
        for (row, line) in lines.dropFirst(first).prefix(shown).enumerated() { canvas.draw(line, row: row, column: 1) }
    }

    private func scroll(by rows: Int) {
        objectWillChange.send()
        first = max(0, min(first + rows, lines.count - shown))
    }

    var lines: [Line] {
        let width = groups.flatMap(\.commands).map(\.keyNames.displayWidth).max() ?? 0
        return groups.flatMap { group in
            [Line(group.title, Style(.header))]
                + group.commands.map { command in
                    let keys = Line(command.keyNames, Style(.key)).padded(toWidth: width + 2)
                    return keys + Line(command.name) + Line(command.reasonNotToRun.map { "  (\($0))" } ?? "", .dim)
                }
        }
    }
}
