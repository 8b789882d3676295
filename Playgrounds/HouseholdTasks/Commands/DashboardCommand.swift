import Signals
import SignalsDashboard
import SignalsStore

extension Program {
    /// Opens the dashboard, and when it is closed waits for the saves that are under way.
    func showDashboard(over storage: StorageProvider) async throws {
        let saves = SaveState()
        let importer = Importer(into: storage)
        let board = TaskBoard(storage, saves: saves)
        let screen = TaskDashboard(board, saves: saves, importer: importer, on: terminal)
        defer { withExtendedLifetime(screen) {} }
        try await screen.dashboard.run()
        await importer.stop()
        await saves.settled()
        for alert in saves.alerts { console.printError(alert) }
    }
}
