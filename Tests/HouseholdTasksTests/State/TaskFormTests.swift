import Signals
import SignalsDashboard
import SignalsStore
import XCTest

@testable import HouseholdTasks

@MainActor
final class TaskFormTests: XCTestCase {
    private func type(_ text: String, in form: TaskForm) {
        for character in text { _ = form.take(.text(String(character))) }
    }

    func testEachKeyIsAStepThatIsUndoneAndRedone() throws {
        let form = TaskForm(addingTo: try StorageProvider.inMemory().container.viewContext)
        type("abc", in: form)
        for expected in ["ab", "a", "", ""] {
            _ = form.take(.key(.control("_")))
            XCTAssertEqual(form.field.text, expected)
        }
        for expected in ["a", "ab", "abc", "abc"] {
            _ = form.take(.key(.control("y")))
            XCTAssertEqual(form.field.text, expected)
        }
    }

    func testAFormThatIsLetGoOfHasChangedNothing() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("Sweep")
        let view = storage.container.viewContext
        let id = try await storage.tasks().value[0].id
        do {
            let form = try TaskForm(editing: id, in: view)
            type("!", in: form)
            type("x", in: TaskForm(addingTo: view))
        }
        XCTAssertFalse(view.hasChanges)
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Sweep"])
    }

    func testSavingBringsTheFormsChangesToTheStoreAndNothingElse() async throws {
        let storage = try StorageProvider.inMemory()
        let view = storage.container.viewContext
        HouseholdTask(context: view).take(TodoLine("Pending"))
        let form = TaskForm(addingTo: view)
        type("Sweep", in: form)
        let line = try await form.save(in: TaskEdits(of: storage)).value
        XCTAssertEqual(line.name, "Sweep")
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Sweep"])
        XCTAssertTrue(view.hasChanges)
    }

    func testATaskThatIsGoneCannotBeEdited() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("Sweep")
        let id = try await storage.tasks().value[0].id
        try await storage.container.save { context in context.delete(try context.existingObject(with: id)) }.value
        XCTAssertThrowsError(try TaskForm(editing: id, in: storage.container.viewContext))
    }

    func testATaskThatWasChangedMeanwhileIsNotOverwritten() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("Sweep")
        let id = try await storage.tasks().value[0].id
        let form = try TaskForm(editing: id, in: storage.container.viewContext)
        try await storage.container.save { try $0.existingObject(with: id).take(TodoLine("Sweep well")) }.value
        type("!", in: form)
        do {
            _ = try await form.save(in: TaskEdits(of: storage)).value
            XCTFail("It was saved.")
        } catch { XCTAssertEqual(error as? TaskError, .changedMeanwhile(name: "Sweep")) }
        let lines = try await storage.lines()
        XCTAssertEqual(lines, ["Sweep well"])
    }
}
