import Foundation
import Signals
import SignalsStore
import XCTest

final class PersistentContainerTests: XCTestCase {
    func testABackgroundSaveIsReadableWhenItsFutureResolves() async throws {
        let container = try makeContainer()
        try await container.performBackgroundTask { context in
            let chore = Chore(context: context)
            chore.name = "Water plants"
            chore.frequency = .days
            try context.save()
        }.value
        let found = try await MainActor.run {
            try container.viewContext.fetch(FetchRequest<Chore>(predicate: #Predicate { $0.name == "Water plants" }))
                .map { "\($0.name) \($0.frequency)" }
        }
        XCTAssertEqual(found, ["Water plants days"])
    }

    func testABackgroundTaskHandsOverWhatItsClosureReturns() async throws {
        let container = try makeContainer()
        try container.addChores("Dust", "Mop")
        let count = try await container.performBackgroundTask { try $0.count(for: FetchRequest<Chore>()) }.value
        XCTAssertEqual(count, 2)
    }

    func testABackgroundTaskThatThrowsFailsItsFutureAndDiscardsItsChanges() async throws {
        struct Refused: Error {}
        let container = try makeContainer()
        let future = container.performBackgroundTask { context in
            Chore(context: context).name = "Never"
            throw Refused()
        }
        do {
            try await future.value
            XCTFail("the future succeeded")
        } catch { XCTAssertTrue(error is Refused) }
        XCTAssertEqual(try container.choreNames(), [])
    }

    func testAContextThatOutlivesItsTaskAndItsContainerStillSaves() async throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let (context, container) = try await contextOfATask(at: url)
        XCTAssertNil(container())
        try context.performAndWait {
            Chore(context: context).name = "Later"
            try context.save()
        }
        XCTAssertEqual(try context.performAndWait { try context.fetch(FetchRequest<Chore>()).map(\.name) }, ["Later"])
    }

    /// A background task's context, and its container as long as that is there.
    private func contextOfATask(
        at url: URL
    ) async throws -> (ManagedObjectContext, () -> PersistentContainer?) {
        let container = try PersistentContainer(
            name: "Household", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: url)])
        let context = try await container.performBackgroundTask { $0 }.value
        return (context, { [weak container] in container })
    }

    func testABackgroundTaskThatDoesNotSaveChangesNothing() async throws {
        let container = try makeContainer()
        try await container.performBackgroundTask { Chore(context: $0).name = "Never" }.value
        XCTAssertEqual(try container.choreNames(), [])
    }

    @MainActor func testTheViewContextSeesAnUpdateAndADeletionOfObjectsItHolds() async throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust", "Mop")
        let held = try container.viewContext.fetch(FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)]))
        try await container.performBackgroundTask { context in
            try context.existingObject(with: ids[0]).minutes = 30
            context.delete(try context.existingObject(with: ids[1]))
            try context.save()
        }.value
        XCTAssertEqual(try container.viewContext.count(for: FetchRequest<Chore>()), 1)
        XCTAssertEqual(held[0].minutes, 30)
        XCTAssertNil(held[1].managedObjectContext)
    }

    @MainActor func testTheMainQueueHearsOfAChangeWithoutAFetch() async throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust")
        let held = try container.viewContext.existingObject(with: ids[0])
        try container.inBackground { context in
            try context.existingObject(with: ids[0]).minutes = 30
            try context.save()
        }
        let turn = expectation(description: "what the save left for the main queue has run")
        DispatchQueue.main.async { turn.fulfill() }
        await fulfillment(of: [turn], timeout: 10)
        XCTAssertEqual(held.minutes, 30)
    }

    func testCloseWaitsForTheTasksThatWereAcceptedAndRefusesLaterOnes() async throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        let futures = (0..<50).map { number in
            container.performBackgroundTask { context in
                Chore(context: context).name = "\(number)"
                try context.save()
            }
        }
        container.close()
        for future in futures { try await future.value }
        do {
            try await container.performBackgroundTask { _ in }.value
            XCTFail("a closed container accepted a task")
        } catch StoreError.closed(let name) { XCTAssertEqual(name, "Test") }
        let reopened = try openContainer(at: url)
        XCTAssertEqual(try reopened.choreNames().count, 50)
        reopened.close()
    }

    func testAContextOfAClosedContainerReportsThatItIsClosed() throws {
        let container = try makeContainer()
        let context = container.newBackgroundContext()
        container.close()
        try context.performAndWait {
            XCTAssertThrowsError(try context.fetch(FetchRequest<Chore>())) { error in
                guard case FetchError.closed = error else { return XCTFail("\(error)") }
            }
            Chore(context: context).name = "Late"
            XCTAssertThrowsError(try context.save()) { error in
                guard case .closed = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
        }
    }

    func testATaskThatWaitsForAnotherTaskDoesNotHangWhenAllPlacesAreTaken() throws {
        let container = try makeContainer()
        let done = expectation(description: "all have ended")
        done.expectedFulfillmentCount = 8
        for number in 0..<8 {
            container.performBackgroundTask { context in
                let inner = DispatchSemaphore(value: 0)
                container.performBackgroundTask { context in
                    Chore(context: context).name = "\(number)"
                    try context.save()
                    inner.signal()
                }
                inner.wait()
                done.fulfill()
            }
        }
        wait(for: [done], timeout: 60)
        XCTAssertEqual(try container.choreNames().count, 8)
    }

    func testTheNumberOfRunningClosuresCanBeSetAndOneIsEnough() throws {
        let container = try makeContainer()
        XCTAssertGreaterThanOrEqual(container.maxConcurrentTaskCount, 4)
        XCTAssertEqual(container.maxBegunTaskCount, 96)
        container.maxConcurrentTaskCount = 1
        container.maxBegunTaskCount = 0
        XCTAssertEqual(container.maxBegunTaskCount, 1)
        for number in 0..<50 {
            container.performBackgroundTask { context in
                Chore(context: context).name = "\(number)"
                try context.save()
            }
        }
        container.close()
        XCTAssertEqual(container.maxConcurrentTaskCount, 1)
    }

    func testTenThousandSavesAtOnceAreAllThere() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        let saved = expectation(description: "every future resolved")
        saved.expectedFulfillmentCount = 10_000
        let cancellables = (0..<10_000).map { number in
            container.performBackgroundTask { context in
                Chore(context: context).name = "chore \(number)"
                try context.save()
            }
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion { XCTFail("\(error)") }
                    saved.fulfill()
                }, receiveValue: {})
        }
        wait(for: [saved], timeout: 300)
        withExtendedLifetime(cancellables) {}
        container.close()
        let reopened = try openContainer(at: url)
        XCTAssertEqual(Set(try reopened.choreNames()), Set((0..<10_000).map { "chore \($0)" }))
        reopened.close()
    }

    func testOfManySavesAtOnceOnlyThoseThatBreakARuleFail() throws {
        let container = try makeContainer()
        let ended = expectation(description: "every future resolved")
        ended.expectedFulfillmentCount = 600
        let failures = CurrentValueSubject<Int, Never>(0)
        let lock = NSLock()
        let cancellables = (0..<600).map { number in
            container.performBackgroundTask { context in
                Chore(context: context).name = "chore \(number % 200)"
                try context.save()
            }
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion {
                        XCTAssertTrue(error is SaveError)
                        lock.withLock { failures.value += 1 }
                    }
                    ended.fulfill()
                }, receiveValue: {})
        }
        wait(for: [ended], timeout: 60)
        withExtendedLifetime(cancellables) {}
        XCTAssertEqual(failures.value, 400)
        XCTAssertEqual(try container.choreNames().count, 200)
    }

    func testAContainerThatIsReleasedWithoutBeingClosedLosesNoTask() async throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let futures = try makeFuturesOfAContainerThatGoesAway(at: url)
        for future in futures { try await future.value }
        let reopened = try openContainer(at: url)
        XCTAssertEqual(try reopened.choreNames().count, 100)
        reopened.close()
    }

    private func makeFuturesOfAContainerThatGoesAway(at url: URL) throws -> [Future<Void, any Error>] {
        let container = try openContainer(at: url)
        return (0..<100).map { number in
            container.performBackgroundTask { context in
                Chore(context: context).name = "\(number)"
                try context.save()
            }
        }
    }

    func testContainersOnOneFileShareWhatTheySave() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let first = try openContainer(at: url)
        let second = try openContainer(at: url)
        try first.addChores("Dust")
        XCTAssertEqual(try second.choreNames(), ["Dust"])
        first.close()
        try second.addChores("Mop")
        second.close()
        let third = try openContainer(at: url)
        XCTAssertEqual(try third.choreNames(), ["Dust", "Mop"])
        third.close()
    }

    func testOneFileIsNotOpenedWithTwoModelsAtOnce() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        XCTAssertThrowsError(try openContainer(at: url, ManagedObjectModel(Ticket.self))) { error in
            guard case StoreError.openWithAnotherModel = error else { return XCTFail("\(error)") }
        }
        container.close()
    }

    func testAStoreInMemoryLeavesNothingBehind() throws {
        let shared = URL(fileURLWithPath: "/dev/shm")
        let parent =
            FileManager.default.isWritableFile(atPath: shared.path) ? shared : FileManager.default.temporaryDirectory
        let files = {
            let names = try FileManager.default.contentsOfDirectory(atPath: parent.path)
            return Set(names.filter { $0.hasPrefix("signals-") })
        }
        let before = try files()
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
        try container.addChores("Dust")
        // Other programs may make some at the same time, and keep them.
        let made = try files().subtracting(before)
        XCTAssertFalse(made.isEmpty)
        container.close()
        XCTAssertFalse(try made.isSubset(of: files()))
    }
}
