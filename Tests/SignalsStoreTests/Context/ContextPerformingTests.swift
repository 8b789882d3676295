import Foundation
import Signals
import SignalsStore
import XCTest

final class ContextPerformingTests: XCTestCase {
    private struct Broken: Error {}

    func testPerformHandsOverItsResultAsAFuture() throws {
        let container = try makeContainer()
        try container.addChores("Dust")
        let context = container.newBackgroundContext()
        let done = expectation(description: "done")
        let future: Future<Int, any Error> = context.performFuture { try context.count(for: FetchRequest<Chore>()) }
        let cancellable = future.sink(
            receiveCompletion: { _ in done.fulfill() }, receiveValue: { XCTAssertEqual($0, 1) })
        wait(for: [done], timeout: 10)
        withExtendedLifetime(cancellable) {}
    }

    func testAnErrorOfTheClosureFailsTheFuture() throws {
        let context = try makeContainer().newBackgroundContext()
        let done = expectation(description: "done")
        let future: Future<Int, any Error> = context.performFuture { throw Broken() }
        let cancellable = future.sink(
            receiveCompletion: { completion in
                if case .failure(let error) = completion { XCTAssertTrue(error is Broken) }
                done.fulfill()
            }, receiveValue: { _ in XCTFail("a value") })
        wait(for: [done], timeout: 10)
        withExtendedLifetime(cancellable) {}
    }

    func testAFailureThatNobodySubscribedForIsTold() throws {
        let container = try makeContainer()
        let told = expectation(description: "told")
        container.unobservedFailureHandler = { failure in
            XCTAssertEqual(failure.contextName, "kitchen")
            XCTAssertTrue(failure.error is Broken)
            told.fulfill()
        }
        let context = container.newBackgroundContext()
        context.name = "kitchen"
        context.performFuture { throw Broken() }
        wait(for: [told], timeout: 10)
    }

    func testTheAsyncFormThrowsWhatTheClosureThrows() async throws {
        let context = try makeContainer().newBackgroundContext()
        let three = try await context.perform { () throws -> Int in 3 }
        XCTAssertEqual(three, 3)
        do {
            _ = try await context.perform { () throws -> Int in throw Broken() }
            XCTFail("nothing was thrown")
        } catch { XCTAssertTrue(error is Broken) }
    }

    func testRegisteredObjectsAreThoseInUse() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust", "Sweep")
        try container.inBackground { context in
            XCTAssertEqual(context.registeredObjects, [])
            let dust = try context.existingObject(with: ids[0])
            XCTAssertEqual(context.registeredObjects, [dust])
            XCTAssertNil(context.registeredObject(for: ids[1]))
            context.delete(try context.existingObject(with: ids[1]))
            dust.minutes = 3
            let new = Chore(context: context)
            XCTAssertEqual(context.updatedObjects, [dust])
            XCTAssertEqual(context.insertedObjects, [new])
            XCTAssertEqual(context.deletedObjects.count, 1)
            XCTAssertEqual(context.registeredObjects.count, 3)
        }
    }
}
