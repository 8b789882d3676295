import Signals

/// What the dashboard is about: the tasks, the one that is selected, and what the person is doing.
@MainActor
final class TaskBoard: ObservableObject {
    /// What the person is doing.
    enum Mode: Hashable {
        case browsing
        case adding(TextField)
        case importing(TextField)
        case readingHelp
    }

    /// The tasks, in the order in which they are shown.
    @Published private(set) var tasks: [StoredTask] = []
    /// The place of the selected task.
    @Published private(set) var selected = 0
    @Published var mode = Mode.browsing

    private let storage: StorageProvider
    private let saves: SaveResult
    private var isReading = false
    private var needsReading = false
    private var completing: Set<StoredTask.ID> = []

    /// A board over the tasks in `storage`, whose saves are followed in `saves`.
    init(_ storage: StorageProvider, saves: SaveResult) {
        self.storage = storage
        self.saves = saves
    }

    /// Moves the selection by `rows`, as far as there are tasks.
    func move(by rows: Int) {
        selected = max(0, min(selected + rows, tasks.count - 1))
    }

    /// Reads the tasks again, once however often it is called meanwhile.
    func read() {
        needsReading = true
        guard !isReading else { return }
        isReading = true
        Task {
            while needsReading {
                needsReading = false
                await readOnce()
            }
            isReading = false
        }
    }

    /// Saves a new task. What cannot be a task is an alert, and the person goes on writing.
    func add(_ text: String) {
        let line = TodoLine(text)
        if let problem = line.problemWhenTyped {
            return saves.alert("Not saved: \(problem).")
        }
        mode = .browsing
        saves.follow(
            storage.add(NewTask(line: line)),
            saved: { [self] _ in
                read()
                return "Saved: \(line.name)"
            },
            failed: { "Not saved: \(SaveFailure.reason($0, for: line))" })
    }

    /// Completes the selected task.
    func completeSelected() {
        guard tasks.indices.contains(selected) else { return }
        let task = tasks[selected]
        guard completing.insert(task.id).inserted else { return }
        saves.follow(
            storage.complete(task.id, on: .today),
            saved: { [self] next in
                finishCompleting(task)
                return "Done: \(task.line.name)" + (next?.due.map { ", due again on \($0)" } ?? "")
            },
            failed: { [self] error in
                finishCompleting(task)
                return "Not done: \(SaveFailure.reason(error, for: task.line))"
            })
    }

    private func finishCompleting(_ task: StoredTask) {
        completing.remove(task.id)
        read()
    }

    private func readOnce() async {
        do {
            tasks = try await storage.tasks().value.inShownOrder
            move(by: 0)
        } catch {
            saves.alert("The tasks cannot be read: \(SaveFailure.reason(error))")
        }
    }
}
