import Foundation
import SignalsDashboard

extension Column where Row == StoredTask {
    /// The columns of the list of tasks.
    @MainActor static var ofTasks: [Column<StoredTask>] {
        [
            Column("P", .fixed(1), priority: 3, sortedBy: { $0.rank }) {
                Line($0.line.header.isCompleted ? "x" : $0.line.header.priority.map(String.init) ?? "")
            },
            .day("Due") { $0.line.header.isCompleted ? nil : $0.line.due?.noon },
            .text("Task", .share(min: 26), priority: 9) { $0.line.plainName },
            .text("Project", .fixed(10), priority: 2) { $0.line.projects.joined(separator: " ") },
            .text("Context", .fixed(8), priority: 1) { $0.line.contexts.joined(separator: " ") },
            .text("Every", .fixed(5), priority: 1) { task in task.line.value(of: "every").map { String($0.value) } ?? ""
            },
        ]
    }
}

extension StoredTask {
    fileprivate var rank: String { line.header.priority.map(String.init) ?? "~" }

    /// Done tasks matter less, and what has a priority stands out.
    var style: Style {
        if line.header.isCompleted { return .dim }
        return line.header.priority == "A" ? .bold : .plain
    }
}

extension TodoLine {
    /// The names of its projects, without their signs.
    var projects: [String] { words.filter(\.isProject).map { String($0.text.dropFirst()) } }

    /// The names of its contexts, without their signs.
    var contexts: [String] { words.filter(\.isContext).map { String($0.text.dropFirst()) } }
}

extension CalendarDay {
    /// Noon of this day in the current time zone, where the clock is never changed.
    var noon: Date? {
        Calendar(identifier: .gregorian).date(from: DateComponents(year: year, month: month, day: day, hour: 12))
    }
}
