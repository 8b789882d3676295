import SignalsDashboard

/// What the dashboard looks like for a given state: a value in, a frame out.
struct TaskScreenView {
    /// How far an import has come.
    struct Progress: Hashable, Sendable {
        var completed: Int
        var total: Int
    }

    /// What a person is typing, and what for.
    struct Prompt: Hashable, Sendable {
        var label: String
        var field: TextField
        /// Whether what is typed can be undone.
        var canUndo = false
    }

    /// How many lines one alert may take.
    private static let mostAlertLines = 3

    var tasks: [TodoLine] = []
    var selected = 0
    var today: CalendarDay
    /// What went wrong, until it is dismissed; the first is shown.
    var alerts: [String] = []
    var notice = ""
    var progress: Progress?
    var prompt: Prompt?

    /// The frame for a terminal of `size`. Where rows are few, the list and what wants an answer come first.
    func frame(in size: Size) -> Frame {
        let messages = messages(columns: size.columns).suffix(size.rows)
        let hasTitle = size.rows >= messages.count + 3
        let hasHints = size.rows >= messages.count + 2
        let rows = size.rows - messages.count - (hasTitle ? 1 : 0) - (hasHints ? 1 : 0)
        var lines = hasTitle ? [title(columns: size.columns)] : []
        lines += TaskListView(tasks: tasks, selected: selected, today: today).lines(columns: size.columns, rows: rows)
        let messageRow = size.rows - messages.count - (hasHints ? 1 : 0)
        lines += Array(repeating: Line(), count: max(0, messageRow - lines.count)) + messages
        if hasHints { lines.append(hints.truncated(toWidth: size.columns)) }
        return Frame(lines: lines, cursor: cursor(row: messageRow + messages.count - 1, columns: size.columns))
    }

    private func title(columns: Int) -> Line {
        let completed = tasks.count { $0.header.isCompleted }
        let count = "\(tasks.count - completed) open, \(completed) done"
        let title = Line("Household tasks", .bold)
        guard columns >= title.width + count.displayWidth + 2 else { return title.truncated(toWidth: columns) }
        return Line(title.padded(toWidth: columns - count.displayWidth).spans + [Span(count, .dim)])
    }

    private func messages(columns: Int) -> [Line] {
        var lines = alertLines(columns: columns)
        if let prompt {
            let (text, _) = prompt.field.window(columns: columns - prompt.label.displayWidth)
            lines.append(Line([Span(prompt.label, .bold), Span(text)]).truncated(toWidth: columns))
        } else if let progress {
            lines.append(bar(progress, columns: columns))
        } else if !notice.isEmpty {
            lines.append(Line(notice, Style(color: .green)).truncated(toWidth: columns))
        }
        return lines
    }

    private func alertLines(columns: Int) -> [Line] {
        guard let alert = alerts.first else { return [] }
        let more = alerts.count > 1 ? " (1 of \(alerts.count))" : ""
        let style = Style(.bad)
        return "! \(alert)\(more)".wrapped(toWidth: columns, lines: Self.mostAlertLines).map { text in
            Line(text, style).truncated(toWidth: columns).padded(toWidth: columns, style)
        }
    }

    private func bar(_ progress: Progress, columns: Int) -> Line {
        let count = " \(progress.completed) of \(progress.total) saved"
        let bar = ProgressBar(completed: progress.completed, total: progress.total)
        return Line(bar.text(width: min(60, columns - count.displayWidth)) + count).truncated(toWidth: columns)
    }

    private var hints: Line {
        if let prompt {
            return Line("Enter saves  Esc cancels" + (prompt.canUndo ? "  Ctrl-_ undoes  Ctrl-Y redoes" : ""), .dim)
        }
        let dismiss = alerts.isEmpty ? "" : "Enter dismisses  "
        return Line(dismiss + "↑↓ move  a add  e edit  d done  i import  ? help  q quit", .dim)
    }

    private func cursor(row: Int, columns: Int) -> Frame.Cursor? {
        guard let prompt else { return nil }
        let (_, column) = prompt.field.window(columns: columns - prompt.label.displayWidth)
        return Frame.Cursor(column: prompt.label.displayWidth + column, row: row)
    }
}
