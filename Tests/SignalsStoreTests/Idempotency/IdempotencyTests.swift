import Foundation
import Signals
import SignalsStore
import XCTest

final class IdempotencyTests: XCTestCase {
    private func add(
        _ name: String, key: String, to container: PersistentContainer, keptFor lifetime: TimeInterval = 3600,
        runs: CurrentValueSubject<Int, Never> = CurrentValueSubject(0)
    ) -> Future<ManagedObjectID<Chore>, any Error> {
        container.performBackgroundTask(idempotencyKey: key, keptFor: lifetime) { context in
            runs.value += 1
            let chore = Chore(context: context)
            chore.name = name
            try context.save()
            return chore.objectID
        }
    }

    func testARepeatDoesNothingAndReturnsTheFirstResultAlsoAfterReopening() async throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let runs = CurrentValueSubject<Int, Never>(0)
        var container = try openContainer(at: url)
        let first = try await add("Dust", key: "a", to: container, runs: runs).value
        let again = try await add("Mop", key: "a", to: container, runs: runs).value
        container.close()
        container = try openContainer(at: url)
        let later = try await add("Iron", key: "a", to: container, runs: runs).value
        XCTAssertEqual([again, later], [first, first])
        XCTAssertEqual(runs.value, 1)
        XCTAssertEqual(try container.choreNames(), ["Dust"])
        container.close()
    }

    func testTwoAtOnceWithOneKeyRunOnce() async throws {
        let container = try makeContainer()
        let runs = CurrentValueSubject<Int, Never>(0)
        let futures = (0..<20).map { add("Chore \($0)", key: "same", to: container, runs: runs) }
        var results: Set<ManagedObjectID<Chore>> = []
        for future in futures { results.insert(try await future.value) }
        XCTAssertEqual(results.count, 1)
        XCTAssertEqual(runs.value, 1)
        XCTAssertEqual(try container.choreNames().count, 1)
    }

    func testATaskThatFailedRunsAgain() async throws {
        struct Refused: Error {}
        let container = try makeContainer()
        let runs = CurrentValueSubject<Int, Never>(0)
        let task: @Sendable (ManagedObjectContext) throws -> Void = { context in
            runs.value += 1
            Chore(context: context).name = "Dust"
            try context.save()
            if runs.value == 1 { throw Refused() }
        }
        do {
            try await container.performBackgroundTask(idempotencyKey: "a", task).value
            XCTFail("it did not fail")
        } catch { XCTAssertTrue(error is Refused) }
        XCTAssertEqual(try container.choreNames(), [], "what it saved is not kept without its key")
        try await container.performBackgroundTask(idempotencyKey: "a", task).value
        try await container.performBackgroundTask(idempotencyKey: "a", task).value
        XCTAssertEqual(runs.value, 2)
        XCTAssertEqual(try container.choreNames(), ["Dust"])
    }

    func testATaskWhoseSaveFailsFailsItsFutureAndKeepsNoKey() async throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust")
        do {
            _ = try await add("Dust", key: "a", to: container).value
            XCTFail("it did not fail")
        } catch {
            guard case .valueTaken = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
        }
        try await container.save { $0.delete(try $0.existingObject(with: ids[0])) }.value
        let id = try await add("Dust", key: "a", to: container).value
        XCTAssertNotEqual(id, ids[0])
    }

    func testAKeyExpires() async throws {
        let container = try makeContainer()
        let runs = CurrentValueSubject<Int, Never>(0)
        _ = try await add("Dust", key: "a", to: container, keptFor: 0, runs: runs).value
        _ = try await add("Mop", key: "a", to: container, keptFor: 0, runs: runs).value
        XCTAssertEqual(runs.value, 2)
        XCTAssertEqual(try container.choreNames(), ["Dust", "Mop"])
    }

    func testChangesThatTheClosureDoesNotSaveAreDiscardedButTheKeyIsKept() async throws {
        let container = try makeContainer()
        for _ in 0..<2 {
            try await container.performBackgroundTask(idempotencyKey: "a") { Chore(context: $0).name = "Never" }.value
        }
        XCTAssertEqual(try container.choreNames(), [])
    }

    func testAResultOfAnotherTypeIsNotMadeUp() async throws {
        let container = try makeContainer()
        _ = try await container.performBackgroundTask(idempotencyKey: "a") { _ in "text" }.value
        do {
            _ = try await container.performBackgroundTask(idempotencyKey: "a") { _ in 7 }.value
            XCTFail("it did not fail")
        } catch IdempotencyError.resultOfAnotherType(let key) { XCTAssertEqual(key, "a") }
    }

    func testTheViewContextHearsOfWhatAKeyedTaskSaved() async throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust")
        try await container.performBackgroundTask(idempotencyKey: "a") { context in
            try context.existingObject(with: ids[0]).minutes = 30
            try context.save()
        }.value
        let minutes = try await MainActor.run { try container.viewContext.existingObject(with: ids[0]).minutes }
        XCTAssertEqual(minutes, 30)
    }

    func testCloseWaitsForKeyedTasksThatWaitForEachOther() async throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        let futures = (0..<30).map { add("Chore \($0)", key: "\($0 % 3)", to: container) }
        container.close()
        var results: Set<ManagedObjectID<Chore>> = []
        for future in futures { results.insert(try await future.value) }
        XCTAssertEqual(results.count, 3)
    }
}
