import Signals
import SignalsStore

/// Saves the lines of a file, each by itself, many at a time, and tells how far it is.
///
/// The counts follow the futures: a line counts as saved when its save has said so.
@MainActor
final class Importer: ObservableObject {
    /// The number of saves under way at once: enough for the store to sync many of them together, and no more memory
    /// than that for a file of any length.
    private static let mostUnderWay = 512

    /// The number of lines to save.
    @Published private(set) var total = 0
    /// The number of lines that are saved for certain.
    @Published private(set) var saved = 0
    /// True while lines are being saved.
    @Published private(set) var isRunning = false
    /// True if a line was refused.
    @Published private(set) var hasRefused = false
    /// The lines that were refused, as it becomes known.
    let refusals = PassthroughSubject<RefusedLine, Never>()

    /// The number of lines that were refused.
    private(set) var refused = 0
    /// The reason why no further lines are saved, when that cannot succeed: the disk is full, say.
    private var obstacle: SaveError?

    private let storage: StorageProvider
    private var waiting: ArraySlice<TodoFile.Entry> = []
    private var underWay = 0
    /// The names of the open tasks that are being saved.
    private var namesUnderWay: Set<String> = []
    private var firstPosition = 0
    /// The text before the first line that is saved, and that line's number.
    private var beginning = (text: "", number: 0)

    /// An importer that saves into `storage`.
    init(into storage: StorageProvider) {
        self.storage = storage
    }

    /// Saves the lines of `file` after the tasks there are, and returns when all are saved or refused, or after
    /// `stop()` when those under way are.
    ///
    /// - Throws: when the store cannot be read, and nothing is saved then; `ImportStopped` when it cannot be written any
    ///   more.
    func run(_ file: TodoFile) async throws {
        guard !isRunning else { fatalError("An importer imports one file at a time: wait for run(_:) to return.") }
        firstPosition = try await storage.nextPosition().value
        (total, saved, refused, hasRefused, isRunning) = (file.entries.count, 0, 0, false, true)
        let first = file.entries.first { $0.line.problem == nil }
        // In the middle of a list a byte order mark would be a strange character.
        beginning = (firstPosition == 0 ? file.beginning : "", first?.number ?? 0)
        waiting = file.entries[...]
        obstacle = nil
        startSaves()
        for await isRunning in $isRunning.values where !isRunning { break }
        if let obstacle { throw ImportStopped(cause: obstacle, saved: saved, refused: refused, total: total) }
    }

    /// Starts no more saves, and returns when those under way have said what became of them.
    func stop() async {
        waiting = []
        startSaves()
        for await isRunning in $isRunning.values where !isRunning { return }
    }

    private func startSaves() {
        // Of two lines with one name the first is saved: the second waits until that is certain, and all after it.
        while underWay < Self.mostUnderWay, let entry = waiting.first, !mustWait(entry) {
            waiting.removeFirst()
            if let problem = entry.line.problem {
                refuse(entry, problem.description)
            } else {
                save(entry)
            }
        }
        if isRunning, waiting.isEmpty, underWay == 0 { isRunning = false }
    }

    private func mustWait(_ entry: TodoFile.Entry) -> Bool {
        !entry.line.header.isCompleted && namesUnderWay.contains(entry.line.name)
    }

    private func save(_ entry: TodoFile.Entry) {
        underWay += 1
        if !entry.line.header.isCompleted { namesUnderWay.insert(entry.line.name) }
        storage.add(task(entry))
            .map { false }
            .receive(on: MainActor.shared)
            .handleEvents(receiveCompletion: { [self] in finish(entry, $0) })
            .map { [self] _ in hasRefused }
            .replaceError(with: true)
            .assign(to: &$hasRefused)
    }

    private func task(_ entry: TodoFile.Entry) -> NewTask {
        NewTask(
            line: entry.line, beginning: entry.number == beginning.number ? beginning.text : "", ending: entry.ending,
            position: firstPosition + entry.number)
    }

    private func finish(_ entry: TodoFile.Entry, _ completion: Subscribers.Completion<any Error>) {
        underWay -= 1
        if !entry.line.header.isCompleted { namesUnderWay.remove(entry.line.name) }
        switch completion {
        case .finished: saved += 1
        case .failure(let error as SaveError) where error.concernsTheStore:
            if obstacle == nil { obstacle = error }
            waiting = []
        case .failure(let error): refuse(entry, SaveFailure.reason(error, for: entry.line))
        }
        startSaves()
    }

    private func refuse(_ entry: TodoFile.Entry, _ reason: String) {
        refused += 1
        refusals.send(RefusedLine(entry, reason: reason))
    }
}
