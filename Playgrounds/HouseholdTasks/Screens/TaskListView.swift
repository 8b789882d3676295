import SignalsDashboard

/// The list with the selected task in reverse; as much of it as fits, with the selected one in sight.
struct TaskListView {
    /// Below this many columns the year of a day costs more than it says.
    private static let narrow = 45

    let tasks: [TodoLine]
    let selected: Int
    let today: CalendarDay

    /// At most `rows` lines of `columns`.
    func lines(columns: Int, rows: Int) -> [Line] {
        guard rows > 0 else { return [] }
        guard !tasks.isEmpty else { return [Line("No tasks yet. Press a to add one, i to import a list.", .dim)] }
        let last = max(0, tasks.count - rows)
        let first = min(max(0, selected - rows / 2), last)
        return (first..<min(first + rows, tasks.count)).map { index in
            let row = TaskRow(task: tasks[index], today: today, isNarrow: columns < Self.narrow)
            let line = row.line.truncated(toWidth: columns)
            return index == selected ? line.padded(toWidth: columns).styled(Style(.selection)) : line
        }
    }
}
