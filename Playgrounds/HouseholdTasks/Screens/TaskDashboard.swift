import Foundation
import Signals
import SignalsDashboard
import SignalsStore
import SignalsStoreDashboard

/// The dashboard over a household's tasks: what it shows, and what the keys do.
@MainActor
final class TaskDashboard {
    let board: TaskBoard
    let tasks: LiveTable<StoredTask>
    let projects: LiveTable<TaskGroup>
    let contexts: LiveTable<TaskGroup>
    private(set) var dashboard: Dashboard!
    /// The saves of the container; nil unless they are to be seen.
    private let savePane: SavePane?
    private let saves: SaveState
    private let importer: Importer
    private let fileImport: FileImport
    private let today: @MainActor () -> CalendarDay
    private var cancellables = Set<AnyCancellable>()

    /// A dashboard over the given state objects.
    ///
    /// - Parameters:
    ///   - savePane: the saves, shown beside the details.
    ///   - today: the day by which tasks are overdue.
    init(
        _ board: TaskBoard, saves: SaveState, importer: Importer, savePane: SavePane? = nil,
        on terminal: Terminal = .standard, today: @escaping @MainActor () -> CalendarDay = { .today }
    ) {
        self.savePane = savePane
        self.today = today
        self.board = board
        self.saves = saves
        self.importer = importer
        fileImport = FileImport(importer, board: board, saves: saves)
        tasks = LiveTable(board.results, columns: Column.ofTasks) { StoredTask($0) }
        projects = Self.groups(board.$projects, "Project")
        contexts = Self.groups(board.$contexts, "Context")
        tasks.empty = Line("No tasks yet. Press a to add one, i to import a list.", .dim)
        tasks.style { $0.style }
        tasks.search { $0.text }
        dashboard = makeDashboard(on: terminal)
        dashboard.summary = { [unowned self] in summary }
        dashboard.state = { [unowned self] in progress }
        dashboard.follow(saves)
        dashboard.observe(importer)
        dashboard.focus(tasks)
        follow()
    }

    private func makeDashboard(on terminal: Terminal) -> Dashboard {
        Dashboard("household-tasks", keys: keys, observing: [board], on: terminal) { [unowned self] size in
            Columns {
                if size.columns >= 60 {
                    Rows {
                        projects.titled("Projects").height(.share(2, min: 4))
                        contexts.titled("Contexts").height(.share(1, min: 4)).priority(3)
                    }.width(.share(1, min: 20, max: 26))
                }
                tasks.titled("Tasks").width(.share(4, min: 24)).priority(9)
            }.priority(9)
            if size.rows >= 18 { details(in: size) }
        }
    }

    private func details(in size: Size) -> Block {
        let details = TaskDetails(task: tasks.selected).titled("Details")
        guard let savePane else { return details.height(.fixed(4)).priority(2) }
        return Columns {
            details.priority(2)
            savePane.titled("Saves").width(.share(1, min: 28, max: 42)).priority(3)
        }.height(.fixed(size.rows >= 30 ? 8 : 5)).priority(2)
    }

    private var keys: [KeyCommand] {
        let needsTask: @MainActor () -> String? = { [unowned self] in
            tasks.targets.isEmpty ? "no task is selected" : nil
        }
        return [
            KeyCommand("a", name: "add", priority: 6) { [unowned self] in write(board.newForm(), title: "New task") },
            KeyCommand("e", name: "edit", unless: needsTask) { [unowned self] in editSelected() },
            KeyCommand("d", name: "done", priority: 8, unless: needsTask) { [unowned self] in completeTargets() },
            KeyCommand("x", .delete, name: "delete", priority: 2, unless: needsTask) { [unowned self] in askToDelete()
            },
            KeyCommand("u", name: "undo", priority: 4, unless: undoObstacle(\.undoName, "undo")) {
                [unowned self] in board.undo()
            },
            KeyCommand("U", .control("r"), name: "redo", priority: 0, unless: undoObstacle(\.redoName, "redo")) {
                [unowned self] in board.redo()
            },
            KeyCommand("i", name: "import", priority: 2) { [unowned self] in askForFile() },
        ]
    }

    private func undoObstacle(
        _ name: KeyPath<TaskEdits, String?>, _ verb: String
    ) -> @MainActor () -> String? {
        { [unowned self] in board.edits[keyPath: name] == nil ? "nothing was done that it could \(verb)" : nil }
    }

    private static func groups(
        _ lists: Published<[TaskGroup]>.Publisher, _ title: String
    ) -> LiveTable<TaskGroup> {
        let groups = LiveTable(
            lists,
            columns: [.text(title, .share()) { $0.title }, .number("Open", .fits) { $0.count }])
        (groups.hasHeader, groups.canMark) = (false, false)
        return groups
    }

    /// Shows only the tasks of the selected project and context.
    private func follow() {
        tasks.follow(
            projects,
            where: { project in
                project.map { project in { @Sendable task in Self.isMember(task.projects, of: project) } }
            })
        tasks.follow(
            contexts,
            where: { context in
                context.map { context in { @Sendable task in Self.isMember(task.contexts, of: context) } }
            })
        board.$notice.receive(on: MainActor.shared)
            .sink { [unowned self] notice in if !notice.isEmpty { dashboard.notice(notice) } }
            .store(in: &cancellables)
    }

    private nonisolated static func isMember(_ names: String, of group: String) -> Bool {
        group.isEmpty || names == group ? names == group : names.split(separator: " ").contains { $0 == group }
    }

    private func write(_ form: TaskForm, title: Line) {
        let keys = [
            KeyCommand(.enter, name: "save") { [unowned self] in save(form) },
            KeyCommand(.escape, name: "cancel") { [unowned self] in dashboard.dismiss() },
            KeyCommand(.control("_"), name: "undo") {}, KeyCommand(.control("y"), name: "redo") {},
        ]
        let prompt = LinePrompt(form.field, keys: keys) { field, input in
            guard form.take(input) else { return false }
            field = form.field
            return true
        }
        dashboard.present(prompt, title: title)
    }

    private func save(_ form: TaskForm) {
        guard !form.isEmpty else { return dashboard.dismiss() }
        let prompt = dashboard.focused
        board.save(form) { [weak self] in
            if let prompt = prompt as? LinePrompt { self?.dashboard.dismiss(prompt) }
        }
    }

    private func editSelected() {
        guard let task = tasks.selected, let form = board.form(editing: task) else { return }
        write(form, title: "Edit task")
    }

    private func completeTargets() {
        board.complete(tasks.targets.compactMap { board.tasks.task(with: $0) })
        tasks.marked = []
    }

    private func askToDelete() {
        let targets = tasks.targets
        let what = targets.count == 1 ? "“\(tasks.selected?.line.plainName ?? "the task")”" : "\(targets.count) tasks"
        dashboard.ask("Delete \(what)?") { [unowned self] in
            board.delete(targets)
            tasks.marked = []
        }
    }

    private func askForFile() {
        let keys = [
            KeyCommand(.enter, name: "import") { [unowned self] in
                guard let prompt = dashboard.focused as? LinePrompt else { return }
                dashboard.dismiss()
                if !prompt.field.text.allSatisfy(\.isWhitespace) { fileImport.start(prompt.field.text) }
            },
            KeyCommand(.escape, name: "cancel") { [unowned self] in dashboard.dismiss() },
        ]
        dashboard.present(LinePrompt(keys: keys), title: "Import file")
    }

    private var summary: Line {
        let (open, late, dueToday) = board.counts(on: today())
        var line = Line("\(open) open")
        if late > 0 { line = line + Line(" · ") + Line("\(late) overdue", Style(.bad)) }
        if dueToday > 0 { line = line + Line(" · ") + Line("\(dueToday) today", Style(.warning)) }
        return line + Line(" · \(board.tasks.count - open) done", .dim)
    }

    private var progress: Line {
        guard importer.isRunning else { return Line() }
        return Line("\(importer.saved) of \(importer.total) imported", Style(.accent))
    }
}
