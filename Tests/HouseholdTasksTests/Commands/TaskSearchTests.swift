import XCTest

@testable import HouseholdTasks

final class TaskSearchTests: XCTestCase {
    private func search(_ lines: [String]) async throws -> TaskSearch {
        let storage = try StorageProvider.inMemory()
        for line in lines { try await storage.add(line) }
        return TaskSearch(try await storage.tasks().value)
    }

    func testATaskIsFoundByItsNameOrEnoughOfIt() async throws {
        let search = try await search([
            "(A) Water plants +garden due:2026-12-01", "Water plants in the office", "Call Oma @phone", "Straße fegen",
        ])
        for (text, name) in [
            ("Water plants +garden", "Water plants +garden"), ("Water plants", "Water plants +garden"),
            ("water plants in", "Water plants in the office"), ("CALL", "Call Oma @phone"), ("Stra", "Straße fegen"),
            ("Call  Oma due:2026-01-01", "Call Oma @phone"),
        ] {
            XCTAssertEqual(try search.task(named: text).line.name, name, text)
        }
    }

    func testMissingDoneAndUnclearTasksAreReported() async throws {
        let search = try await search(["Call Oma", "Call Opa", "x Rake leaves +garden", "Water +a", "Water +b"])
        for (text, error) in [
            ("Sweep", TaskError.noSuchTask(name: "Sweep")), ("Rake leaves", .alreadyDone(name: "Rake leaves")),
            ("call", .ambiguous(name: "call", candidates: ["Call Oma", "Call Opa"])),
            ("Water", .ambiguous(name: "Water", candidates: ["Water +a", "Water +b"])),
            ("", .noSuchTask(name: "")),
        ] {
            XCTAssertThrowsError(try search.task(named: text), text) { XCTAssertEqual($0 as? TaskError, error, text) }
        }
    }

    func testALongChoiceIsShortened() {
        let error = TaskError.ambiguous(name: "a\u{1B}", candidates: (1...8).map { "a\($0)" })
        XCTAssertEqual(
            error.description, "“a␛” could be “a1”, “a2”, “a3”, “a4”, “a5” and 3 more; write more of the name")
    }
}
