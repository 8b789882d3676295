import SignalsDashboard

/// A task as one line of the list: mark, due day, priority, name, recurrence.
struct TaskRow {
    let task: TodoLine
    let today: CalendarDay
    /// True if there is little room: then the year and the place for a priority are left out.
    var isNarrow = false

    /// The line, in the style that says how urgent the task is.
    var line: Line {
        let style = style
        var spans = [Span(mark + " ", style), Span(day, style), Span(priority, Style(bold: true))]
        spans.append(contentsOf: name(style))
        if let every = task.value(of: "every") { spans.append(Span("  every:\(every.value)", .dim)) }
        return Line(spans)
    }

    private var isOverdue: Bool {
        guard let due = task.due else { return false }
        return !task.header.isCompleted && due < today
    }

    /// A mark that says without colour what the colour says.
    private var mark: String {
        if task.header.isCompleted { return "x" }
        return isOverdue ? "!" : " "
    }

    private var day: String {
        let day = task.due?.description ?? String(repeating: " ", count: 10)
        return isNarrow ? day.suffix(5) + " " : day + "  "
    }

    private var priority: String {
        task.header.priority.map { "(\($0)) " } ?? (isNarrow ? "" : "    ")
    }

    private var style: Style {
        if task.header.isCompleted { return .dim }
        if isOverdue { return Style(color: .red) }
        return task.due == today ? Style(color: .yellow) : .plain
    }

    private func name(_ style: Style) -> [Span] {
        let words = task.words.filter { $0.tag == nil }
        return words.enumerated().map { index, word in
            var style = style
            if word.isProject { style.color = .cyan } else if word.isContext { style.color = .magenta }
            return Span((index == 0 ? "" : " ") + word.text, style)
        }
    }
}
