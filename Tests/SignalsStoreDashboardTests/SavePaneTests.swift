import Signals
import SignalsDashboard
import SignalsDashboardTesting
import SignalsStore
import SignalsStoreDashboard
import XCTest

private final class Errand: ManagedObject {
    @Attribute(.unique) var name = ""
}

final class SavePaneTests: XCTestCase {
    @MainActor
    func testItShowsWhatWasSavedAndWhyTheLastSaveFailed() async throws {
        let container = try PersistentContainer(
            name: "Errands", model: ManagedObjectModel(Errand.self), stores: [.inMemory()])
        let pane = SavePane(container)
        let screen = TestScreen(Dashboard("Errands") { _ in pane.titled("Saves") }, columns: 60, rows: 10)
        XCTAssertTrue(screen.text.contains("nothing was saved yet"), screen.text)
        for number in 1...7 { try await container.save { Errand(context: $0).name = "errand \(number)" }.value }
        let failed = expectation(description: "it failed")
        let failure = container.save { Errand(context: $0).name = "errand 7" }
            .sink(receiveCompletion: { _ in failed.fulfill() }, receiveValue: {})
        await fulfillment(of: [failed], timeout: 20)
        failure.cancel()
        for await _ in pane.objectWillChange.values where container.metrics.failures == 1 { break }
        while !screen.text.contains("7 saved · 1 failed · 0 retried") { await screen.settle() }
        await screen.advance(by: .seconds(1))
        XCTAssertTrue(screen.text.contains("7 /s"), screen.text)
        for text in ["p50", "p99", "pending ░", "0 │", "group   █", "1 of 1", "last failure: The Errand name"] {
            XCTAssertTrue(screen.text.contains(text), "\(text)\n\(screen.text)")
        }
        XCTAssertEqual(pane.news().map(\.kind), ["failed"])
        XCTAssertEqual(pane.news(), [])
        for columns in 20...34 {
            await screen.resize(columns: columns, rows: 10)
            for part in ["1 failed", "p99"] {
                let row = screen.text.split(separator: "\n").first { $0.contains(part) }
                XCTAssertFalse(row?.contains("…") ?? true, "\(columns): \(screen.text)")
            }
        }
        await screen.resize(columns: 30, rows: 5)
        XCTAssertTrue(screen.text.contains("/s"), screen.text)
        container.close()
    }
}
