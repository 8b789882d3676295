import Foundation
import SignalsStore
import XCTest

@testable import HouseholdTasks

final class StorageProviderTests: XCTestCase {
    private let today = CalendarDay("2026-11-21")

    private func first(in storage: StorageProvider) async throws -> StoredTask {
        let tasks = try await storage.tasks().value
        return try XCTUnwrap(tasks.first)
    }

    private enum Version1 {
        /// A task as it was stored before the store sorted tasks.
        final class HouseholdTask: ManagedObject {
            @Attribute(.unique) var openName: String? = nil
            @Attribute var line = ""
            @Attribute var beginning = ""
            @Attribute var ending = "\n"
            @Attribute(.indexed) var position = 0
        }
    }

    @MainActor
    func testTasksOfAnOlderProgramAreSortedAndGrouped() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let url = folder.url.appending(path: "tasks.sqlite")
        let old = try PersistentContainer(
            name: "Tasks", model: ManagedObjectModel(Version1.HouseholdTask.self), stores: [.sqlite(at: url)])
        try await old.save { context in
            let lines = ["Late +car due:2099-12-02", "x Done +car", "Soon +home +car due:2099-12-01"]
            for (position, line) in lines.enumerated() {
                let task = Version1.HouseholdTask(context: context)
                (task.line, task.position) = (line, position)
                task.openName = line.hasPrefix("x ") ? nil : line
            }
        }.value
        old.close()
        let board = TaskBoard(try StorageProvider(at: url), saves: SaveState())
        for await tasks in board.$tasks.values where tasks.count == 3 { break }
        XCTAssertEqual(board.tasks.map(\.line.plainName), ["Soon", "Late", "Done"])
        for await groups in board.$projects.values where groups.count == 3 { break }
        XCTAssertEqual(board.projects.map(\.title), ["all", "car", "home"])
        XCTAssertEqual(board.projects.map(\.count), [2, 2, 1])
    }

    func testTasksAreKeptInTheOrderInWhichTheyCame() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("one", "(A) two due:2026-12-01", "x three")
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["one", "(A) two due:2026-12-01", "x three"])
        let next = try await storage.nextPosition().value
        XCTAssertEqual(next, 3)
    }

    func testTheSecondOpenTaskOfANameFailsAndLeavesNothingBehind() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("Water plants due:2026-12-01")
        do {
            try await storage.add("(B) Water  plants id:2")
            XCTFail("it was saved")
        } catch {
            XCTAssertTrue(error is SaveError, "\(error)")
            XCTAssertEqual(
                SaveFailure.reason(error, for: TodoLine("(B) Water  plants id:2")),
                "there is an open task “Water plants” already; complete it first, or give this one another name")
        }
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Water plants due:2026-12-01"])
    }

    func testCompletedTasksMayRepeat() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("x Water plants", "x Water plants", "Water plants")
        let count = try await storage.tasks().value.count
        XCTAssertEqual(count, 3)
    }

    func testCompletingMarksTheLineAndFreesTheName() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("(A) Rake leaves", "Sweep")
        let task = try await first(in: storage)
        let next = try await storage.complete(task.id, on: try XCTUnwrap(today)).value
        XCTAssertNil(next)
        try await storage.add("Rake leaves")
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["x 2026-11-21 Rake leaves pri:A", "Sweep", "Rake leaves"])
    }

    func testARecurringTaskComesBackAndTheCompletedOneIsKeptBeforeIt() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("Water plants due:2026-11-20 every:3d", "Sweep")
        let task = try await first(in: storage)
        for day in ["2026-11-21", "2026-11-23"] {
            _ = try await storage.complete(task.id, on: try XCTUnwrap(CalendarDay(day))).value
        }
        let lines = try await storage.lines()
        XCTAssertEqual(
            lines,
            [
                "x 2026-11-21 Water plants due:2026-11-20 every:3d",
                "x 2026-11-23 Water plants due:2026-11-23 every:3d",
                "Water plants due:2026-11-26 every:3d", "Sweep",
            ])
    }

    func testATaskIsCompletedOnce() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("Rake leaves")
        let task = try await first(in: storage)
        _ = try await storage.complete(task.id, on: try XCTUnwrap(today)).value
        do {
            _ = try await storage.complete(task.id, on: try XCTUnwrap(today)).value
            XCTFail("it was completed twice")
        } catch {
            XCTAssertEqual(error as? TaskError, .alreadyDone(name: "Rake leaves"))
        }
    }

    func testAStoreIsMadeWithTheFoldersOnTheWayAndReadAgain() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "a/b/tasks.sqlite")
        do {
            let storage = try StorageProvider(at: url)
            try await storage.add("Zoë's 📷 due:2026-12-01")
        }
        let lines = try await StorageProvider(at: url).lines()
        XCTAssertEqual(lines, ["Zoë's 📷 due:2026-12-01"])
    }

    func testACompletedRecurringTaskKeepsWhatStoodAroundIt() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add(
            NewTask(line: TodoLine("Water plants due:2026-11-20 every:3d"), beginning: "\n", ending: "\r\n\r\n")
        ).value
        let task = try await first(in: storage)
        _ = try await storage.complete(task.id, on: try XCTUnwrap(today)).value
        let text = try await storage.tasks().value.todoText
        XCTAssertEqual(
            text.replacing("\r\n", with: "~"),
            "\nx 2026-11-21 Water plants due:2026-11-20 every:3d~Water plants due:2026-11-23 every:3d~~")
    }

    func testATaskAfterAFileWithoutALastLineEndStandsOnALineOfItsOwn() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add(NewTask(line: TodoLine("one"), ending: "")).value
        try await storage.add("two")
        let text = try await storage.tasks().value.todoText
        XCTAssertEqual(text, "one\ntwo\n")
    }
}
