import Foundation
import SignalsDashboardTesting
import SignalsStore
import Testing

@testable import Ledger

@MainActor
@Suite struct LedgerDashboardTests {
    @Test func aTransferIsFilledInSavedAndShown() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try LedgerStore(path: folder.appending(path: "ledger.sqlite").path)
        defer { store.container.close() }
        let ledger = LedgerDashboard(store)
        let screen = TestScreen(ledger.dashboard, columns: 80, rows: 24)
        #expect(screen.text.contains("No accounts yet"), "\(screen.text)")
        try await store.deposit(100, to: "Ada").value
        try await store.deposit(1, to: "Ben").value
        try await screen.wait(for: "1 of 2")
        await screen.press("t", .tab)
        await screen.type("Ben")
        await screen.press(.tab)
        await screen.type("12.5x")
        await screen.press(.enter)
        #expect(screen.text.contains("write 10.50"), "\(screen.text)")
        await screen.press(.backspace, .enter)
        try await screen.wait(for: "transfer: Ada → Ben 12.50")
        try await screen.wait(for: "13.50")
        try await screen.wait(for: "87.50")
        #expect(!screen.text.contains("Amount"), "\(screen.text)")
    }
}
