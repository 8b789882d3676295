import Foundation
import SignalsDashboardTesting
import SignalsStore
import Testing

@testable import FeedReader

@MainActor
@Suite struct FeedDashboardTests {
    @Test func articlesAreReadAndFollowTheSelectedFeed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feeds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try FeedStore(path: folder.appending(path: "feeds.sqlite").path)
        defer { store.container.close() }
        let feeds = FeedDashboard(store)
        let screen = TestScreen(feeds.dashboard, columns: 80, rows: 12)
        #expect(screen.text.contains("No articles yet"), "\(screen.text)")
        let sample = Page.folder.appending(path: "Playgrounds/FeedReader/Samples/feeds.json").path
        _ = try await store.importFeeds(try FeedFile.feeds(path: sample)).value
        try await screen.wait(for: "1 of 5")
        #expect(screen.text.contains("2026-11-20 Stollen takes four weeks"), "\(screen.text)")
        try await screen.wait(for: "All           5")
        await screen.press("r")
        await feeds.saves.settled()
        try await screen.wait(for: "All           4")
        await screen.press(.tab, .down, .down)
        try await screen.wait(for: "1 of 2")
        #expect(!screen.text.contains("kale") && screen.text.contains("Caldo verde"), "\(screen.text)")
    }
}
