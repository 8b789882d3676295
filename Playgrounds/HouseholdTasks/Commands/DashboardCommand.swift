import Signals
import SignalsDashboard
import SignalsStore

extension Program {
    /// Opens the dashboard, and when it is closed waits for the saves that are under way.
    func showDashboard(over storage: StorageProvider) async throws {
        let saves = SaveState()
        let importer = Importer(into: storage)
        let board = TaskBoard(storage, saves: saves)
        let screen = TaskScreen(board, saves: saves, importer: importer)
        board.read()
        try await Dashboard(screen, observing: board, saves, importer, on: terminal).run()
        await importer.stop()
        await saves.settled()
        for alert in saves.alerts { console.printError(alert) }
    }
}
