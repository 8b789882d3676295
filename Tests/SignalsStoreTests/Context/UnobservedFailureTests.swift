import Foundation
import Signals
import SignalsStore
import XCTest

final class UnobservedFailureTests: XCTestCase {
    private struct Refused: Error {}

    /// Counts what reaches a container's handler.
    private func makeContainer(hearing expectation: XCTestExpectation, _ seen: CurrentValueSubject<[String], Never>)
        throws
        -> PersistentContainer
    {
        let container = try makeContainer()
        container.unobservedFailureHandler = { failure in
            seen.value.append("\(failure.contextName ?? "-"): \(failure.error)")
            expectation.fulfill()
        }
        return container
    }

    func testAFailureWhoseFutureWasDroppedReachesTheHandlerWithTheContextsName() throws {
        let heard = expectation(description: "the handler was called")
        let seen = CurrentValueSubject<[String], Never>([])
        let container = try makeContainer(hearing: heard, seen)
        container.performBackgroundTask { context in
            context.name = "import"
            throw Refused()
        }
        wait(for: [heard], timeout: 10)
        XCTAssertEqual(seen.value, ["import: Refused()"])
    }

    func testACommitOfADetachedTransactionThatFailsReachesTheHandler() throws {
        let heard = expectation(description: "the handler was called")
        let seen = CurrentValueSubject<[String], Never>([])
        let container = try makeContainer(hearing: heard, seen)
        try container.addChores("Dust")
        let queue = DispatchQueue(label: "detached")
        let stack = DataStack(container)
        queue.sync {
            let transaction = stack.beginDetached(on: queue)
            transaction.create(Into<Chore>()).name = "Dust"
            transaction.commit()
        }
        wait(for: [heard], timeout: 10)
        XCTAssertEqual(seen.value.count, 1)
    }

    func testASaveOnReturnThatBreaksARuleReachesTheHandlerWhenItsFutureIsReleased() throws {
        let heard = expectation(description: "the handler was called")
        let seen = CurrentValueSubject<[String], Never>([])
        let container = try makeContainer(hearing: heard, seen)
        try container.addChores("Dust")
        var future: Future<Void, any Error>? = container.save { Chore(context: $0).name = "Dust" }
        container.close()
        XCTAssertEqual(seen.value, [], "it may still get a subscriber")
        withExtendedLifetime(future) {}
        future = nil
        wait(for: [heard], timeout: 10)
        XCTAssertTrue(seen.value[0].hasPrefix("background task of Test: The Chore name"), seen.value[0])
    }

    func testAFailureThatASubscriberHeardOfIsNotReported() async throws {
        let unwanted = expectation(description: "the handler was called")
        unwanted.isInverted = true
        let container = try makeContainer(hearing: unwanted, CurrentValueSubject([]))
        // One that subscribes before, one after, one that has long cancelled.
        let before = container.performBackgroundTask { _ in throw Refused() }
        do { try await before.value } catch { XCTAssertTrue(error is Refused) }
        let late = container.performBackgroundTask { _ in throw Refused() }
        let cancelled = container.performBackgroundTask { _ in throw Refused() }
        cancelled.sink(receiveCompletion: { _ in }, receiveValue: {}).cancel()
        container.close()
        let failed = expectation(description: "the late subscriber hears of it")
        let subscription = late.sink(receiveCompletion: { _ in failed.fulfill() }, receiveValue: {})
        await fulfillment(of: [failed], timeout: 10)
        subscription.cancel()
        await fulfillment(of: [unwanted], timeout: 0.1)
    }

    func testASuccessIsNotReported() throws {
        let unwanted = expectation(description: "the handler was called")
        unwanted.isInverted = true
        let container = try makeContainer(hearing: unwanted, CurrentValueSubject([]))
        container.save { Chore(context: $0).name = "Dust" }
        container.close()
        wait(for: [unwanted], timeout: 0.1)
    }

    func testTheLineNamesTheContextAndTheReason() throws {
        let heard = expectation(description: "the handler was called")
        let lines = CurrentValueSubject<[String], Never>([])
        let container = try makeContainer()
        container.unobservedFailureHandler = { failure in
            lines.value.append("\(failure)")
            heard.fulfill()
        }
        container.close()
        container.performBackgroundTask { _ in }
        wait(for: [heard], timeout: 10)
        XCTAssertEqual(
            lines.value,
            ["Signals: a background task of Test failed and nobody was told: The container \"Test\" is closed."])
    }
}
