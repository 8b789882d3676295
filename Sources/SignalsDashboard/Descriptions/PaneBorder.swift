/// The border of a pane: its title above, its status below, and at the right how far it is scrolled.
@MainActor
struct PaneBorder {
    let title: Line
    let status: PaneStatus
    let isFocused: Bool

    private var style: Style { Style(isFocused ? .focus : .border) }

    /// Draws the border along the sides of a canvas.
    func draw(on canvas: inout Canvas) {
        let (columns, rows) = (canvas.size.columns, canvas.size.rows)
        let mark = isFocused ? Line([Span("─▸", style)]) : Line([Span("─ ", style)])
        let top = mark + header + Line(" ", style)
        canvas.draw(edge(top, Line(), "╭", "╮", columns: columns), row: 0)
        for row in 1..<rows - 1 {
            canvas.draw(Line("│", style), row: row, column: 0)
            canvas.draw(Line(isThumb(row - 1, of: rows - 2) ? "┃" : "│", style), row: row, column: columns - 1)
        }
        canvas.draw(
            edge(label(status.leading, "─ ", " "), label(status.trailing, " ", " ─"), "╰", "╯", columns: columns),
            row: rows - 1)
    }

    private var header: Line {
        Line(title.spans.map { Span($0.text, $0.style == .plain ? Style(.header) : $0.style) })
    }

    private func label(_ line: Line, _ before: String, _ after: String) -> Line {
        line.width == 0 ? Line() : Line(before, style) + line + Line(after, style)
    }

    /// Returns a corner, a text, a rule, a text and a corner; the texts go when there is no room for them.
    private func edge(_ left: Line, _ right: Line, _ first: String, _ last: String, columns: Int) -> Line {
        var left = left
        var right = right
        let room = columns - 2
        if left.width + right.width > room { left = right.width == 0 ? left.truncated(toWidth: room) : Line() }
        if right.width > room { right = Line() }
        let rule = String(repeating: "─", count: max(0, room - left.width - right.width))
        return Line(first, style) + left + Line(rule, style) + right + Line(last, style)
    }

    private func isThumb(_ row: Int, of rows: Int) -> Bool {
        guard let scroll = status.scroll, scroll.count > scroll.shown, rows > 0 else { return false }
        let length = max(1, rows * scroll.shown / scroll.count)
        let way = max(1, scroll.count - scroll.shown)
        let first = (rows - length) * min(scroll.first, way) / way
        return row >= first && row < first + length
    }
}
