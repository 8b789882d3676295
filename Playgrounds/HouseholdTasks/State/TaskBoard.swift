import Signals
import SignalsDashboard
import SignalsStore

/// What the dashboard is about: the tasks, the one that is selected, and what the person is doing.
@MainActor
final class TaskBoard: ObservableObject {
    /// What the person is doing.
    enum Mode: Hashable {
        case browsing
        case writing(TaskForm)
        case importing(TextField)
        case readingHelp
    }

    /// The tasks, in the order in which they are shown.
    @Published private(set) var tasks: [StoredTask] = []
    /// The place of the selected task.
    @Published private(set) var selected = 0
    @Published var mode = Mode.browsing
    /// What was saved last, as the person is told.
    @Published var notice = ""

    private let storage: StorageProvider
    private let saves: SaveState
    private var isReading = false
    private var needsReading = false
    private var completing: Set<StoredTask.ID> = []

    /// A board over the tasks in `storage`, whose saves are followed in `saves`.
    init(_ storage: StorageProvider, saves: SaveState) {
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

    /// Opens a form for a new task.
    func add() { mode = .writing(TaskForm(addingTo: storage.container.viewContext)) }

    /// Opens a form for the selected task.
    func editSelected() {
        guard tasks.indices.contains(selected) else { return }
        let task = tasks[selected]
        do {
            mode = .writing(try TaskForm(editing: task.id, in: storage.container.viewContext))
        } catch {
            saves.alert("Cannot be edited: \(SaveFailure.reason(error, for: task.line))")
            read()
        }
    }

    /// Saves a form. When that fails, the person reads why and goes on writing.
    func save(_ form: TaskForm) {
        form.save()
            .receive(on: MainActor.shared)
            .handleEvents(receiveOutput: { [self] line in
                if mode == .writing(form) { mode = .browsing }
                notice = "Saved: \(line.name)"
                read()
            })
            .track(in: saves)
    }

    /// Completes the selected task.
    func completeSelected() {
        guard tasks.indices.contains(selected) else { return }
        let task = tasks[selected]
        guard completing.insert(task.id).inserted else { return }
        storage.complete(task.id, on: .today)
            .mapError { TaskFailure("Not done: \(SaveFailure.reason($0, for: task.line))") }
            .receive(on: MainActor.shared)
            .handleEvents(
                receiveOutput: { [self] next in
                    notice = "Done: \(task.line.name)" + (next?.due.map { ", due again on \($0)" } ?? "")
                }, receiveCompletion: { [self] _ in finishCompleting(task) }
            )
            .track(in: saves)
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
