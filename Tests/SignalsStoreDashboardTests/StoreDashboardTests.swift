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

    /// A chore as its name, which counts how often one is made.
    private struct Name: Identifiable, Sendable {
        static let made = Locked(0)
        let id: ManagedObjectID<Chore>
        let text: String

        init(_ chore: ObjectSnapshot<Chore>) {
            Self.made.withLock { $0 += 1 }
            (id, text) = (chore.objectID, chore.name)
        }
    }

    @MainActor
    func testOfManyObjectsOnlyThoseInSightAreReadUntilTheyAreFiltered() async throws {
        let container = try PersistentContainer(
            name: "Chores", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
        try await container.save { context in
            for number in 10_000..<16_000 { Chore(context: context).name = "chore \(number)" }
        }.value
        let results = FetchedResults(
            FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)]), in: container, readsOnDemand: true)
        let chores = LiveTable(results, columns: [.text("Chore") { $0.text }]) { Name($0) }
        let screen = TestScreen(Dashboard("Chores") { _ in chores.titled("Chores") }, columns: 40, rows: 10)
        for await snapshots in results.$snapshots.values where snapshots.count == 6000 { break }
        await screen.settle()
        await screen.press(.end)
        XCTAssertEqual(chores.selected?.text, "chore 15999")
        try await container.save { context in Chore(context: context).name = "chore 1" }.value
        for await snapshots in results.$snapshots.values where snapshots.count == 6001 { break }
        await screen.settle()
        XCTAssertEqual(chores.selected?.text, "chore 15999")
        XCTAssertTrue(screen.text.contains("6,001 of 6,001"), screen.text)
        XCTAssertLessThan(Name.made.withLock { $0 }, 300)
        chores.filter = "599"
        await chores.settle()
        XCTAssertEqual(chores.shownCount, 16)
        let before = Name.made.withLock { $0 }
        try await container.save { context in Chore(context: context).name = "a 599" }.value
        for await snapshots in results.$snapshots.values where snapshots.count == 6002 { break }
        await screen.settle()
        await chores.settle()
        XCTAssertEqual(chores.shownCount, 17)
        XCTAssertLessThan(Name.made.withLock { $0 } - before, 300, "one row came, and all were looked at")
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
