import Signals
import SignalsDashboard
import SignalsDashboardTesting
import SignalsStore
import SignalsStoreDashboard
import XCTest

final class Chore: ManagedObject {
    @Attribute var name = ""
}

private struct Full: Error, CustomStringConvertible {
    var description: String { "the disk is full" }
}

final class StoreDashboardTests: XCTestCase {
    @MainActor
    func testATableFollowsCommitsAndKeepsTheSelectedObject() async throws {
        let container = try PersistentContainer(
            name: "Chores", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
        try await container.save { context in Chore(context: context).name = "sweep" }.value
        let results = FetchedResults(FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)]), in: container)
        let chores = LiveTable(results, columns: [.text("Chore") { $0.name }])
        let screen = TestScreen(Dashboard("Chores") { _ in chores.titled("Chores") }, columns: 40, rows: 10)
        for await snapshots in results.$snapshots.values where snapshots.count == 1 { break }
        await screen.settle()
        XCTAssertEqual(chores.selected?.name, "sweep")
        try await container.save { context in Chore(context: context).name = "cook" }.value
        for await snapshots in results.$snapshots.values where snapshots.count == 2 { break }
        await screen.settle()
        XCTAssertEqual(chores.selected?.name, "sweep")
        XCTAssertTrue(screen.text.contains("2 of 2") && screen.text.contains("cook"), screen.text)
    }

    @MainActor
    func testAFailedSaveIsAnAlertUntilItIsDismissed() async {
        let saves = SaveState()
        let dashboard = Dashboard("Chores") { _ in "chores" }
        dashboard.follow(saves)
        let screen = TestScreen(dashboard, columns: 60, rows: 10)
        saves.fail(with: Full())
        XCTAssertTrue(screen.text.contains("! the disk is full") && screen.text.contains("✗ failed"), screen.text)
        await screen.press(.enter)
        XCTAssertFalse(saves.hasError)
        XCTAssertFalse(screen.text.contains("disk"))
        Just(1).track(in: saves)
        XCTAssertTrue(screen.text.contains("saving…"))
        await saves.settled()
        XCTAssertTrue(screen.text.contains("✓ saved"))
    }
}
