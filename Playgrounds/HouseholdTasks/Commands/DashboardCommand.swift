import Signals
import SignalsDashboard
import SignalsStore
import SignalsStoreDashboard

extension Program {
    /// Shows what is saved in the store until the dashboard is closed.
    func showMonitor(over storage: StorageProvider, _ invocation: Invocation) async throws {
        let url = StoreLocation.url(path: invocation.store, environment: environment)
        let screen = MonitorDashboard(storage, at: url, on: terminal)
        defer { withExtendedLifetime(screen) {} }
        try await screen.dashboard.run(invocation.mode)
    }

    /// Opens the dashboard, and when it is closed waits for the saves that are under way.
    func showDashboard(over storage: StorageProvider, _ invocation: Invocation) async throws {
        let saves = SaveState()
        let importer = Importer(into: storage)
        let board = TaskBoard(storage, saves: saves)
        let screen = TaskDashboard(
            board, saves: saves, importer: importer,
            savePane: invocation.load == nil ? nil : SavePane(storage.container), on: terminal)
        defer { withExtendedLifetime(screen) {} }
        let load = invocation.load.map { rate in Task { await SaveLoad(on: storage, perSecond: rate).run() } }
        defer { load?.cancel() }
        try await screen.dashboard.run(invocation.mode)
        load?.cancel()
        await load?.value
        await importer.stop()
        await saves.settled()
        for alert in saves.alerts { console.printError(alert) }
    }
}
