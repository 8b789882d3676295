import Foundation
import Signals
import SignalsStore

/// Imports a file that a person named on the dashboard: refused lines become alerts.
@MainActor
final class FileImport {
    private let importer: Importer
    private let board: TaskBoard
    private let saves: SaveState
    private var cancellables = Set<AnyCancellable>()

    init(_ importer: Importer, board: TaskBoard, saves: SaveState) {
        self.importer = importer
        self.board = board
        self.saves = saves
        importer.refusals.receive(on: MainActor.shared)
            .sink { [saves] in saves.alert("Not imported, \($0)") }
            .store(in: &cancellables)
    }

    /// Imports the file at `path`, where `~` is the person's home.
    func start(_ path: String) {
        guard !importer.isRunning else { return saves.alert("Another import is under way; wait for it to end.") }
        Task { await run(NSString(string: path).expandingTildeInPath) }
    }

    private func run(_ path: String) async {
        do {
            let file = try await Task.detached { try TodoFile(path: path) }.value
            try await importer.run(file)
            board.notice = "Imported \(importer.saved) of \(importer.total) tasks from \(path)"
        } catch {
            saves.alert((error is ImportStopped ? "" : "Not imported: ") + SaveFailure.reason(error))
        }
    }
}
