/// The first line: the program's name, a summary, and at the right the state.
///
/// When columns are short, the state goes first, then the name.
@MainActor
struct TitleLine {
    let title: String
    let summary: Line
    let state: Line

    /// Returns the line in `columns` columns.
    func line(columns: Int) -> Line {
        var name = Line(" ") + Line(title, Style(.title))
        if summary.width > 0, name.width + 3 + summary.width > columns { name = Line() }
        var line = name
        if summary.width > 0 { line = line + Line(name.width > 0 ? "   " : "") + summary }
        line = line.truncated(toWidth: columns)
        guard state.width > 0, line.width + state.width + 3 <= columns else { return line }
        return line.padded(toWidth: columns - state.width - 1) + state
    }
}
