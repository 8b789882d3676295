import Foundation
import Signals
import SignalsStore

/// The changes of a store's tasks as they are saved, by whatever program.
@MainActor
final class StoreWatch: ObservableObject {
    /// A task that was added, changed or deleted.
    struct TaskChange: Hashable, Sendable {
        enum Kind: String, Sendable {
            case added = "+"
            case changed = "~"
            case deleted = "-"
        }

        let kind: Kind
        let text: String
    }

    /// The number of tasks, and of the changes since the watch began.
    @Published private(set) var counts = (tasks: 0, added: 0, changed: 0, deleted: 0)
    /// The changes of each commit, or of several that came at once.
    let changes = PassthroughSubject<[TaskChange], Never>()

    private let results: FetchedResults<HouseholdTask, Bool>
    private var subscription: AnyCancellable?

    /// A watch over the tasks in `storage`.
    init(_ storage: StorageProvider) {
        results = FetchedResults(
            FetchRequest<HouseholdTask>(sortBy: [SortDescriptor(\.position)]), in: storage.container)
        subscription = results.$snapshots.dropFirst().receive(on: DispatchQueue(label: "household-tasks.watch"))
            .map { tasks in Dictionary(uniqueKeysWithValues: tasks.map { ($0.id, $0.line) }) }
            .scan((before: [:], changes: nil)) { Self.step(from: $0, to: $1) }
            .compactMap { state in state.changes.map { (tasks: state.before.count, changes: $0) } }
            .receive(on: MainActor.shared)
            .sink { [weak self] in self?.take($0.changes, tasks: $0.tasks) }
    }

    private typealias Lines = [ManagedObjectID<HouseholdTask>: String]

    /// Of the first state nothing has changed.
    private nonisolated static func step(
        from state: (before: Lines, changes: [TaskChange]?), to now: Lines
    ) -> (before: Lines, changes: [TaskChange]?) {
        guard state.changes != nil else { return (now, []) }
        var changes: [TaskChange] = []
        for (id, line) in now where state.before[id] != line {
            changes.append(TaskChange(kind: state.before[id] == nil ? .added : .changed, text: line))
        }
        for (id, line) in state.before where now[id] == nil { changes.append(TaskChange(kind: .deleted, text: line)) }
        return (now, changes)
    }

    private func take(_ new: [TaskChange], tasks: Int) {
        counts.tasks = tasks
        counts.added += new.count { $0.kind == .added }
        counts.changed += new.count { $0.kind == .changed }
        counts.deleted += new.count { $0.kind == .deleted }
        if !new.isEmpty { changes.send(new) }
    }
}
