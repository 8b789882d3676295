import SignalsDashboard

/// What the dashboard's keys do.
enum HelpView {
    private static let keys = [
        ("↑ ↓  or  k j", "move up and down; Page Up, Page Down, Home and End too"),
        ("a", "add a task, as a line of todo.txt: Water plants due:2026-12-01 every:3d"),
        ("e", "edit the selected task; while you write, Ctrl-_ undoes and Ctrl-Y redoes"),
        ("d", "mark the selected task done; a recurring one becomes due again"),
        ("i", "import a todo.txt file"),
        ("Enter, Esc", "dismiss an alert; all of them"),
        ("?", "this help"),
        ("q, Ctrl-C", "quit"),
    ]

    /// The frame for a terminal of `size`.
    static func frame(in size: Size) -> Frame {
        let width = keys.map(\.0.displayWidth).max() ?? 0
        let lines = keys.map { key, meaning in
            Line([Span("  " + key + String(repeating: " ", count: width - key.displayWidth + 3), .bold), Span(meaning)])
        }
        return Frame(
            lines: [Line("Household tasks: the keys", .bold), ""] + lines + ["", Line("Any key goes back.", .dim)],
            size: size)
    }
}
