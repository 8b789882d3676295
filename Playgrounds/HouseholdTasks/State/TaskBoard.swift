import Foundation
import Signals
import SignalsDashboard
import SignalsStore

/// The tasks as they are shown, and what is done to them. It follows the store, whoever writes to it.
@MainActor
final class TaskBoard: ObservableObject {
    /// The tasks, in the order in which they are shown.
    @Published private(set) var tasks: [StoredTask] = []
    /// What was saved last, as the person is told.
    @Published var notice = ""

    private let storage: StorageProvider
    private let saves: SaveState
    private let results: FetchedResults<HouseholdTask, Bool>
    private var cancellables = Set<AnyCancellable>()
    private var completing: Set<StoredTask.ID> = []

    /// A board over the tasks in `storage`, whose saves are followed in `saves`.
    init(_ storage: StorageProvider, saves: SaveState) {
        self.storage = storage
        self.saves = saves
        results = FetchedResults(
            FetchRequest<HouseholdTask>(sortBy: [SortDescriptor(\.position)]), in: storage.container)
        results.$snapshots.receive(on: DispatchQueue(label: "household-tasks.order"))
            .map { $0.map(StoredTask.init).inShownOrder }
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.tasks = $0 }
            .store(in: &cancellables)
        results.$error.receive(on: MainActor.shared)
            .sink { [saves] error in
                if let error { saves.alert("The tasks cannot be read: \(SaveFailure.reason(error))") }
            }
            .store(in: &cancellables)
    }

    /// How many tasks are open, and how many of them are overdue or due on `day`.
    func counts(on day: CalendarDay) -> (open: Int, late: Int, today: Int) {
        var counts = (open: 0, late: 0, today: 0)
        // Open tasks come first, the earliest due first.
        for task in tasks {
            if task.line.header.isCompleted { break }
            counts.open += 1
            guard let due = task.line.due else { continue }
            if due < day { counts.late += 1 } else if due == day { counts.today += 1 }
        }
        return counts
    }

    /// A form for a new task.
    func newForm() -> TaskForm { TaskForm(addingTo: storage.container.viewContext) }

    /// A form for a task; nil, with an alert, when it cannot be edited.
    func form(editing task: StoredTask) -> TaskForm? {
        do {
            return try TaskForm(editing: task.id, in: storage.container.viewContext)
        } catch {
            saves.alert("Cannot be edited: \(SaveFailure.reason(error, for: task.line))")
            return nil
        }
    }

    /// Saves a form. When that fails, the person reads why and goes on writing.
    ///
    /// - Parameter whenSaved: called when it is saved.
    func save(_ form: TaskForm, whenSaved: @escaping @MainActor () -> Void = {}) {
        form.save()
            .receive(on: MainActor.shared)
            .handleEvents(receiveOutput: { [self] line in
                whenSaved()
                notice = "Saved: \(line.name)"
            })
            .track(in: saves)
    }

    /// Deletes tasks, all or none.
    func delete(_ ids: [StoredTask.ID]) {
        storage.delete(ids)
            .mapError { TaskFailure("Not deleted: \(SaveFailure.reason($0))") }
            .receive(on: MainActor.shared)
            .handleEvents(receiveOutput: { [self] in
                notice = ids.count == 1 ? "Deleted one task" : "Deleted \(ids.count) tasks"
            })
            .track(in: saves)
    }

    /// Completes a task.
    func complete(_ task: StoredTask) {
        guard completing.insert(task.id).inserted else { return }
        storage.complete(task.id, on: .today)
            .mapError { TaskFailure("Not done: \(SaveFailure.reason($0, for: task.line))") }
            .receive(on: MainActor.shared)
            .handleEvents(
                receiveOutput: { [self] next in
                    notice = "Done: \(task.line.name)" + (next?.due.map { ", due again on \($0)" } ?? "")
                }, receiveCompletion: { [self] _ in completing.remove(task.id) }
            )
            .track(in: saves)
    }
}
