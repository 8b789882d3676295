import SignalsDashboard

/// The selected task: its line as it is written, and what follows from it.
struct TaskDetails: Content {
    let task: StoredTask?

    func measure(in room: Size) -> Measure {
        Measure(least: Size(columns: 10, rows: 1), most: Size(columns: Size.unlimited, rows: 2))
    }

    func draw(on canvas: inout Canvas) {
        guard let task else { return canvas.draw(Line("No task is selected.", .dim), row: 0, column: 1) }
        canvas.draw(Line(task.line.text), row: 0, column: 1, columns: canvas.size.columns - 2)
        canvas.draw(Line(facts(task), .dim), row: 1, column: 1, columns: canvas.size.columns - 2)
    }

    private func facts(_ task: StoredTask) -> String {
        var facts: [String] = []
        if let due = task.line.due { facts.append("due \(due)") }
        if let every = task.line.value(of: "every") { facts.append("every \(every.value)") }
        if let added = task.line.header.creationDate { facts.append("added \(added.text)") }
        return (facts + ["line \(task.position + 1)"]).joined(separator: " · ")
    }
}
