import Foundation
import Signals
import SignalsDashboard
import SignalsStore
import SignalsStoreDashboard

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

    /// True when the store was read: what is saved from then on is a change.
    @Published private(set) var hasBegun = false
    /// The number of tasks, and of the changes since the watch began.
    @Published private(set) var counts = (tasks: 0, added: 0, changed: 0, deleted: 0)
    /// The changes of each commit, or of several that came at once.
    let changes = PassthroughSubject<[TaskChange], Never>()

    private let results: FetchedResults<HouseholdTask, Bool>
    /// A table that nobody sees: it knows what becomes of its rows, at the cost of what changed if they are many.
    private let tasks: LiveTable<ObjectSnapshot<HouseholdTask>>
    private var subscription: AnyCancellable?

    /// A watch over the tasks in `storage`.
    init(_ storage: StorageProvider) {
        results = FetchedResults(
            FetchRequest<HouseholdTask>(sortBy: [SortDescriptor(\.position)]), in: storage.container)
        tasks = LiveTable(results, columns: [.text("Task") { $0.line }])
        subscription = tasks.objectWillChange.receive(on: MainActor.shared).sink { [weak self] _ in self?.look() }
    }

    private func look() {
        // The table has the tasks of the first fetch a moment after the results have them.
        guard hasBegun || results.isLoaded && tasks.count == results.snapshots.count else { return }
        if !hasBegun { hasBegun = true }
        let news = tasks.news()
        let more = tasks.count - counts.tasks
        guard !news.isEmpty || more != 0 else { return }
        counts.tasks = tasks.count
        count(news, more: more)
        if !news.isEmpty { changes.send(news.map { TaskChange(kind: .init($0), text: $0.sentence) }) }
    }

    private func count(_ news: [Change], more: Int) {
        let known = Dictionary(grouping: news.lazy.filter { $0.id != nil }, by: TaskChange.Kind.init).mapValues(\.count)
        counts.changed += known[.changed, default: 0]
        // Of a commit of very many changes the table knows that it was.
        let isKnown = news.allSatisfy { $0.id != nil }
        counts.added += isKnown ? known[.added, default: 0] : max(0, more)
        counts.deleted += isKnown ? known[.deleted, default: 0] : max(0, -more)
    }
}

extension StoreWatch.TaskChange.Kind {
    fileprivate init(_ change: Change) {
        switch change.kind {
        case "added": self = .added
        case "removed": self = .deleted
        default: self = .changed
        }
    }
}
