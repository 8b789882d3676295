import Foundation
import Signals
import SignalsStore
import XCTest

final class SaveOnReturnTests: XCTestCase {
    func testChangesOfTheClosureAreReadableWhenTheFutureResolves() async throws {
        let container = try makeContainer()
        let id = try await container.save { context in
            let chore = Chore(context: context)
            chore.name = "Dust"
            return chore.objectID
        }.value
        XCTAssertEqual(try container.choreNames(), ["Dust"])
        try await container.save { try $0.existingObject(with: id).name = "Mop" }.value
        XCTAssertEqual(try container.choreNames(), ["Mop"])
        try await container.save { $0.delete(try $0.existingObject(with: id)) }.value
        XCTAssertEqual(try container.choreNames(), [])
    }

    func testAClosureThatThrowsSavesNothingAndFailsItsFuture() async throws {
        struct Refused: Error {}
        let container = try makeContainer()
        let future = container.save { context in
            Chore(context: context).name = "Never"
            throw Refused()
        }
        do {
            try await future.value
            XCTFail("the future succeeded")
        } catch { XCTAssertTrue(error is Refused) }
        XCTAssertEqual(try container.choreNames(), [])
    }

    func testASaveThatBreaksARuleFailsAloneAndSaysWhy() async throws {
        let container = try makeContainer()
        let futures = (0..<300).map { number in
            container.save { Chore(context: $0).name = "chore \(number % 100)" }
        }
        var failures = 0
        for future in futures {
            do { try await future.value } catch {
                guard case .valueTaken = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                failures += 1
            }
        }
        XCTAssertEqual(failures, 200)
        XCTAssertEqual(try container.choreNames().count, 100)
    }

    func testAClosureThatChangesNothingResolvesAtItsEnd() async throws {
        let container = try makeContainer()
        let count = try await container.save { try $0.count(for: FetchRequest<Chore>()) }.value
        XCTAssertEqual(count, 0)
    }

    func testCloseWaitsForSavesWhoseClosuresHaveReturned() async throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        let futures = (0..<500).map { number in container.save { Chore(context: $0).name = "\(number)" } }
        container.close()
        for future in futures { try await future.value }
        do {
            try await container.save { _ in }.value
            XCTFail("a closed container accepted a save")
        } catch StoreError.closed {}
        let reopened = try openContainer(at: url)
        XCTAssertEqual(try reopened.choreNames().count, 500)
        reopened.close()
    }

    func testASubscriberThatSavesAndWaitsDoesNotStopTheWriter() throws {
        let container = try makeContainer()
        let done = expectation(description: "each subscriber has saved too")
        done.expectedFulfillmentCount = 50
        let cancellables = (0..<50).map { number in
            container.save { Chore(context: $0).name = "first \(number)" }
                .sink(
                    receiveCompletion: { _ in },
                    receiveValue: {
                        _ = try? container.addChores("second \(number)")
                        done.fulfill()
                    })
        }
        wait(for: [done], timeout: 60)
        withExtendedLifetime(cancellables) {}
        XCTAssertEqual(try container.choreNames().count, 100)
    }

    func testTheViewContextHasAnUpdateAndADeletionWhenTheFutureResolves() async throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust", "Mop")
        let held = try await MainActor.run {
            try ids.map { try container.viewContext.existingObject(with: $0).objectID }
        }
        try await container.save { context in
            try context.existingObject(with: held[0]).minutes = 30
            context.delete(try context.existingObject(with: held[1]))
        }.value
        try await MainActor.run {
            XCTAssertEqual(try container.viewContext.fetch(FetchRequest<Chore>()).map(\.minutes), [30])
        }
    }
}
