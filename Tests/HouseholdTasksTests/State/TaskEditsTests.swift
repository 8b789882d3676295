import Signals
import SignalsStore
import XCTest

@testable import HouseholdTasks

final class TaskEditsTests: XCTestCase {
    private let day = CalendarDay("2026-11-23")

    private func complete(_ name: String, in edits: TaskEdits, of storage: StorageProvider) async throws {
        let (id, day) = (try await task(name, in: storage).id, try XCTUnwrap(day))
        _ = try await edits.make("done") { try $0.existingObject(with: id).complete(on: day) }.value
    }

    private func task(_ name: String, in storage: StorageProvider) async throws -> StoredTask {
        try TaskSearch(try await storage.tasks().value).task(named: name)
    }

    private func delete(_ name: String, in edits: TaskEdits, of storage: StorageProvider) async throws {
        let id = try await task(name, in: storage).id
        try await edits.make("deleted") { $0.delete(try $0.existingObject(with: id)) }.value
    }

    private func add(_ line: String, in edits: TaskEdits) async throws {
        _ = try await edits.make("added") { try HouseholdTask.add(NewTask(line: TodoLine(line)), in: $0).position }
            .value
    }

    func testEveryChangeIsUndoneAndRedoneAfterItWasSaved() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("(A) Sweep every:3d due:2026-11-20", "Rake")
        let edits = TaskEdits(of: storage)
        var states = [try await storage.lines()]
        try await complete("Sweep", in: edits, of: storage)
        states.append(try await storage.lines())
        try await delete("Rake", in: edits, of: storage)
        states.append(try await storage.lines())
        try await add("Cook", in: edits)
        states.append(try await storage.lines())
        XCTAssertEqual(states[3].count, 3)
        XCTAssertEqual(edits.undoName, "added")
        for round in 0..<2 {
            for (step, name) in ["added", "deleted", "done"].enumerated() {
                let undone = try await edits.undo().value
                XCTAssertEqual(undone, name)
                let lines = try await storage.lines()
                XCTAssertEqual(lines, states[2 - step], "round \(round), \(name)")
            }
            XCTAssertNil(edits.undoName)
            for (step, name) in ["done", "deleted", "added"].enumerated() {
                let redone = try await edits.redo().value
                XCTAssertEqual(redone, name)
                let lines = try await storage.lines()
                XCTAssertEqual(lines, states[step + 1], "round \(round), \(name)")
            }
            XCTAssertNil(edits.redoName)
        }
    }

    func testWithoutAChangeThereIsNothingToUndoOrRedo() async throws {
        let edits = TaskEdits(of: try StorageProvider.inMemory())
        let undone = try await edits.undo().value
        let redone = try await edits.redo().value
        XCTAssertNil(undone)
        XCTAssertNil(redone)
    }

    func testAChangeThatFailsLeavesTheOneBeforeToBeUndone() async throws {
        let storage = try StorageProvider.inMemory()
        let edits = TaskEdits(of: storage)
        try await add("Sweep", in: edits)
        do {
            try await add("Sweep", in: edits)
            XCTFail("The name was taken.")
        } catch { XCTAssertTrue(error is SaveError) }
        XCTAssertEqual(edits.undoName, "added")
        XCTAssertNil(edits.redoName)
        _ = try await edits.undo().value
        let lines = try await storage.lines()
        XCTAssertEqual(lines, [])
    }

    func testAnUndoThatFailsCanBeTriedAgain() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("Sweep")
        let edits = TaskEdits(of: storage)
        try await complete("Sweep", in: edits, of: storage)
        // Somebody else takes the name meanwhile.
        try await storage.add("Sweep")
        do {
            _ = try await edits.undo().value
            XCTFail("The name was taken.")
        } catch { XCTAssertTrue(error is SaveError) }
        XCTAssertEqual(edits.undoName, "done")
        // Nothing of it is left for the next change to save.
        try await add("Cook", in: edits)
        _ = try await edits.undo().value
        _ = try await storage.delete([try await task("Sweep", in: storage).id]).value
        _ = try await edits.undo().value
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Sweep"])
    }

    func testOthersChangesOfAnotherTaskStay() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("Sweep", "Rake")
        let edits = TaskEdits(of: storage)
        try await complete("Sweep", in: edits, of: storage)
        let rake = try await task("Rake", in: storage).id
        try await storage.container.save { try $0.existingObject(with: rake).take(TodoLine("Rake well")) }.value
        _ = try await edits.undo().value
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Sweep", "Rake well"])
    }

    func testASaveThatIsMadeToFailLeavesNothing() async throws {
        var storage = try StorageProvider.inMemory()
        storage.failures = FailureSchedule(every: 2)
        let edits = TaskEdits(of: storage)
        try await add("Sweep", in: edits)
        do {
            try await add("Rake", in: edits)
            XCTFail("It was saved.")
        } catch {
            XCTAssertEqual(error as? FailureSchedule.Failure, FailureSchedule.Failure(number: 2, interval: 2))
        }
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Sweep"])
    }
}
