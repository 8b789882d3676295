import Foundation
import Signals
import SignalsDashboard
import SignalsStore

/// The tasks as they are shown, and what is done to them. It follows the store, whoever writes to it.
@MainActor
final class TaskBoard: ObservableObject {
    /// The tasks, in the order in which they are shown.
    @Published private(set) var tasks = StoredTasks()
    /// The open tasks by project, and by context.
    @Published private(set) var projects = [TaskGroup(name: nil, count: 0)]
    @Published private(set) var contexts = [TaskGroup(name: nil, count: 0)]
    /// The last save, as the person is told of it.
    @Published var notice = ""

    /// The edits of this session, which can be undone.
    let edits: TaskEdits

    private let storage: StorageProvider
    private let saves: SaveState
    /// The tasks where they come from, of which only those are read that are looked at.
    let results: FetchedResults<HouseholdTask, Bool>
    private var cancellables = Set<AnyCancellable>()
    private var completing: Set<StoredTask.ID> = []
    /// The last counts, and the day they are for; nil since other tasks came.
    private var counted: (day: CalendarDay, counts: (open: Int, late: Int, today: Int))?

    /// A board over the tasks in `storage`, whose saves are followed in `saves`.
    init(_ storage: StorageProvider, saves: SaveState) {
        self.storage = storage
        self.saves = saves
        edits = TaskEdits(of: storage)
        results = FetchedResults(
            FetchRequest<HouseholdTask>(sortBy: [SortDescriptor(\.shownOrder)]), in: storage.container,
            readsOnDemand: true)
        results.$snapshots
            .map { StoredTasks($0) }
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.take($0) }
            .store(in: &cancellables)
        Self.groups(storage, by: \.projects).receive(on: MainActor.shared).assign(to: &$projects)
        Self.groups(storage, by: \.contexts).receive(on: MainActor.shared).assign(to: &$contexts)
        results.$error.receive(on: MainActor.shared)
            .sink { [saves] error in
                if let error { saves.alert("The tasks cannot be read: \(SaveFailure.reason(error))") }
            }
            .store(in: &cancellables)
    }

    /// Returns the number of tasks that are open, overdue, and due on `day`.
    func counts(on day: CalendarDay) -> (open: Int, late: Int, today: Int) {
        // Each frame asks.
        if let counted, counted.day == day { return counted.counts }
        let counts = count(on: day)
        counted = (day, counts)
        return counts
    }

    private func take(_ tasks: StoredTasks) {
        counted = nil
        self.tasks = tasks
    }

    private func count(on day: CalendarDay) -> (open: Int, late: Int, today: Int) {
        // Open tasks come first, the earliest due first, and those without a day last.
        let open = tasks.beginning { !$0.line.header.isCompleted }
        let late = tasks[..<open].beginning { $0.line.due.map { $0 < day } ?? false }
        let untilToday = tasks[..<open].beginning { $0.line.due.map { $0 <= day } ?? false }
        return (open, late, untilToday - late)
    }

    private static func groups(
        _ storage: StorageProvider, by names: KeyPath<HouseholdTask, String> & Sendable
    ) -> AnyPublisher<[TaskGroup], Never> {
        let open = FetchRequest<HouseholdTask>(predicate: #Predicate { $0.openName != nil })
        return storage.container.publisher(forGroupsOf: open, by: names, computing: .count)
            .map { groups in TaskGroup.groups(of: groups.map { (names: $0.key, count: $0.values) }) }
            // That tasks cannot be read is said once, for the list of them.
            .catch { _ in Empty<[TaskGroup], Never>() }
            .eraseToAnyPublisher()
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
        let line = TodoLine(form.field.text)
        form.save(in: edits)
            .mapError { TaskFailure("Not saved: \(SaveFailure.reason($0, for: line))") }
            .receive(on: MainActor.shared)
            .handleEvents(receiveOutput: { [self] line in
                whenSaved()
                notice = "Saved: \(line.name)"
            })
            .track(in: saves)
    }

    /// Deletes tasks, all or none.
    func delete(_ ids: [StoredTask.ID]) {
        let what = describe(ids)
        let change = edits.make("deleted \(what)") { context in
            for id in ids { context.delete(try context.existingObject(with: id)) }
        }
        follow(change.mapError { TaskFailure("Not deleted: \(SaveFailure.reason($0))") }) { "Deleted \(what)" }
    }

    /// Completes a task.
    func complete(_ task: StoredTask) { complete([task]) }

    /// Completes those of the tasks that are open, all or none.
    func complete(_ tasks: [StoredTask]) {
        let open = tasks.filter { !$0.line.header.isCompleted }
        let chosen = (open.isEmpty ? tasks : open).filter { completing.insert($0.id).inserted }
        guard let first = chosen.first else { return }
        let ids = chosen.map(\.id)
        let change = edits.make("done \(describe(ids))") { context in
            try ids.map { try context.existingObject(with: $0).complete(on: .today) }
        }
        follow(
            change.mapError { TaskFailure("Not done: \(SaveFailure.reason($0, for: first.line))") },
            notice: { next in
                guard chosen.count == 1 else { return "Done: \(chosen.count) tasks" }
                return "Done: \(first.line.name)" + (next[0]?.due.map { ", due again on \($0)" } ?? "")
            }, ended: { [self] in completing.subtract(ids) })
    }

    /// Takes back what was done last in this session.
    func undo() {
        follow(edits.undo().mapError { TaskFailure("Not undone: \(SaveFailure.reason($0))") }) { name in
            name.map { "Undone: \($0)" }
        }
    }

    /// Does again what was taken back last.
    func redo() {
        follow(edits.redo().mapError { TaskFailure("Not redone: \(SaveFailure.reason($0))") }) { name in
            name.map { "Redone: \($0)" }
        }
    }

    /// Tells the person what became of a change.
    private func follow<Change: Publisher>(
        _ change: Change, notice: @escaping @MainActor @Sendable (Change.Output) -> String?,
        ended: @escaping @MainActor @Sendable () -> Void = {}
    ) where Change.Output: Sendable, Change.Failure == TaskFailure {
        change.receive(on: MainActor.shared)
            .handleEvents(
                receiveOutput: { [self] output in if let text = notice(output) { self.notice = text } },
                receiveCompletion: { _ in ended() }
            )
            .track(in: saves)
    }

    /// The tasks as a person is told of them: “Sweep”, or their number.
    private func describe(_ ids: [StoredTask.ID]) -> String {
        guard ids.count == 1, let task = tasks.task(with: ids[0]) else { return "\(ids.count) tasks" }
        return "“\(task.line.plainName)”"
    }
}
