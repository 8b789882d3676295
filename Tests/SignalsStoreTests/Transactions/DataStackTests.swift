import Foundation
import Signals
import SignalsStore
import XCTest

final class Citizen: ManagedObject {
    @Attribute var name = ""
    @Attribute var age = 0
}

struct Refused: Error, Equatable {}

@MainActor
final class DataStackTests: XCTestCase {
    private func makeStack(_ citizens: (String, Int)...) throws -> DataStack {
        let stack = DataStack(try makeContainer(ManagedObjectModel(Citizen.self)))
        try stack.beginSynchronous { transaction in
            for (name, age) in citizens {
                let citizen = transaction.create(Into<Citizen>())
                citizen.name = name
                citizen.age = age
            }
            transaction.commit()
        }
        return stack
    }

    private func names(_ stack: DataStack) throws -> [String] {
        try stack.fetchAll(From<Citizen>(), OrderBy(\.name)).map(\.name)
    }

    func testClosingWaitsForTransactionsThatWereAccepted() async throws {
        let stack = try makeStack()
        let hasBegun = expectation(description: "begun")
        let goesOn = DispatchSemaphore(value: 0)
        stack.perform { _ in
            hasBegun.fulfill()
            goesOn.wait()
        }
        let last = stack.perform { $0.create(Into<Citizen>()).name = "Jane" }
        await fulfillment(of: [hasBegun], timeout: 60)
        XCTAssertEqual(stack.container.metrics.pendingTasks, 2)
        let container = stack.container
        let isClosed = expectation(description: "closed")
        Thread {
            container.close()
            isClosed.fulfill()
        }.start()
        goesOn.signal()
        await fulfillment(of: [isClosed], timeout: 60)
        try await last.value
        do {
            _ = try await stack.perform { _ in }.value
            XCTFail("It was accepted by a closed container.")
        } catch StoreError.closed {}
    }

    func testWithoutCommitNothingIsKept() async throws {
        let stack = try makeStack()
        let discarded = try await stack.beginAsynchronous { transaction in
            transaction.create(Into<Citizen>()).name = "Nobody"
        }.value
        XCTAssertEqual(discarded, .discarded)
        XCTAssertEqual(
            try stack.beginSynchronous { $0.create(Into<Citizen>()).name = "Nobody" }, .discarded)
        XCTAssertEqual(try stack.fetchCount(From<Citizen>()), 0)
    }

    func testARepositoryOverContextsWorksInATransactionWhichStaysAWhole() async throws {
        struct CitizenRepository {
            let context: ManagedObjectContext
            func citizen(_ name: String) throws -> Citizen? {
                try context.fetch(FetchRequest<Citizen>(predicate: #Predicate { $0.name == name })).first
            }
        }
        let stack = try makeStack(("Jane", 41))
        _ = try await stack.beginAsynchronous { transaction in
            try CitizenRepository(context: transaction.context).citizen("Jane")?.age += 1
            try transaction.context.save()
            transaction.create(Into<Citizen>()).name = "Nobody"
        }.value
        XCTAssertEqual(try stack.fetchOne(From<Citizen>())?.age, 41, "saved, but not committed")
        _ = try await stack.beginAsynchronous { transaction in
            try CitizenRepository(context: transaction.context).citizen("Jane")?.age += 1
            transaction.commit()
        }.value
        XCTAssertEqual(try stack.fetchOne(From<Citizen>())?.age, 42)
    }

    func testTheStackReadsCommittedChangesWhenTheFutureResolves() async throws {
        let stack = try makeStack()
        let outcome = try await stack.beginAsynchronous { transaction in
            transaction.create(Into<Citizen>()).name = "Jane"
            transaction.commit()
        }.value
        XCTAssertEqual(outcome, .committed)
        XCTAssertEqual(try names(stack), ["Jane"])
    }

    func testAsynchronousTransactionsRunInTheirOrderAndSeeWhatCameBefore() async throws {
        let stack = try makeStack(("Counter", 0))
        var last: Future<Int, any Error>?
        for _ in 0..<50 {
            last = stack.perform { transaction in
                let counter = try transaction.fetchOne(From<Citizen>())!
                counter.age += 1
                return counter.age
            }
        }
        let count = try await last?.value
        XCTAssertEqual(count, 50)
    }

    func testASynchronousTransactionIsMergedWhenItReturns() throws {
        let stack = try makeStack(("Jane", 29))
        let jane = try XCTUnwrap(stack.fetchOne(From<Citizen>()))
        try stack.beginSynchronous { transaction in
            let jane = try transaction.edit(jane)
            jane.age += 1
            transaction.commit()
        }
        XCTAssertEqual(jane.age, 30)
    }

    func testAnErrorInTheBlockDiscardsEverything() async throws {
        let stack = try makeStack(("Jane", 29))
        let asynchronous = stack.beginAsynchronous { transaction in
            try transaction.deleteAll(From<Citizen>())
            transaction.commit()
            throw Refused()
        }
        let performed = stack.perform { transaction in
            try transaction.deleteAll(From<Citizen>())
            throw Refused()
        }
        do {
            _ = try await asynchronous.value
            XCTFail("it did not fail")
        } catch { XCTAssertEqual(error as? Refused, Refused()) }
        do {
            try await performed.value
            XCTFail("it did not fail")
        } catch { XCTAssertEqual(error as? Refused, Refused()) }
        XCTAssertThrowsError(
            try stack.beginSynchronous { transaction in
                try transaction.deleteAll(From<Citizen>())
                throw Refused()
            })
        XCTAssertEqual(try names(stack), ["Jane"])
    }

    func testASynchronousTransactionInsideAnotherIsRefusedAndDoesNotHang() async throws {
        let stack = try makeStack()
        let other = try makeStack()
        try stack.beginSynchronous { _ in
            XCTAssertThrowsError(try stack.beginSynchronous { _ in }) {
                XCTAssertEqual($0 as? TransactionError, .nested)
            }
            XCTAssertNoThrow(try other.beginSynchronous { _ in })
        }
        let nested = stack.perform { _ in try stack.beginSynchronous { _ in } }
        do {
            _ = try await nested.value
            XCTFail("it did not fail")
        } catch { XCTAssertEqual(error as? TransactionError, .nested) }
    }

    func testObjectsAreDeletedWhereverTheyAreFrom() async throws {
        let stack = try makeStack(("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 5), ("f", 6), ("g", 40))
        let all = try stack.fetchAll(From<Citizen>(), OrderBy(\.name))
        let ids = all.map(\.objectID)
        try stack.beginSynchronous { transaction in
            try transaction.delete(all[0])
            try transaction.delete(all[1], all[2])
            try transaction.delete([all[3]])
            try transaction.delete(ids[4])
            try transaction.delete([ids[4], ids[5]])
            XCTAssertEqual(try transaction.deleteAll(From<Citizen>(), Where("age > 30")), 1)
            transaction.commit()
        }
        XCTAssertEqual(try names(stack), [])
        try stack.beginSynchronous { try $0.delete(ids) }
        XCTAssertThrowsError(try stack.beginSynchronous { _ = try $0.edit(ids[0]) }) { error in
            guard case FetchError.noSuchObject = error else { return XCTFail("\(error)") }
        }
    }

    func testSnapshotsAreEditedAndDeletedByWhoeverHasThem() async throws {
        let stack = try makeStack(("a", 1), ("b", 2), ("c", 3), ("d", 4))
        let snapshots = try stack.fetchSnapshots(From<Citizen>(), OrderBy(\.name))
        XCTAssertEqual(snapshots.map(\.name), ["a", "b", "c", "d"])
        try await stack.perform { transaction in
            try transaction.edit(snapshots[0]).age += 10
            try transaction.delete(snapshots[1])
            try transaction.delete(Array(snapshots.suffix(2)))
        }.value
        XCTAssertEqual(try stack.fetchAll(From<Citizen>()).map(\.age), [11])
        XCTAssertNil(try stack.fetchExisting(snapshots[1]))
    }

    func testFetchingTakesAnyClausesInAnyOrder() throws {
        let stack = try makeStack(("Ann", 30), ("Bob", 20), ("Cid", 30), ("Dan", 50))
        XCTAssertEqual(
            try stack.fetchAll(From<Citizen>(), OrderBy(\.age, order: .reverse), OrderBy(\.name, order: .reverse))
                .map(\.name), ["Dan", "Cid", "Ann", "Bob"])
        XCTAssertEqual(
            try stack.fetchAll(From<Citizen>(), Where(\.age >= 30), OrderBy(\.name), Where("age < %@", 50))
                .map(\.name), ["Ann", "Cid"])
        XCTAssertEqual(
            try stack.fetchAll(From<Citizen>(), OrderBy(\.name), Tweak { $0.fetchLimit = 2 }).map(\.name),
            ["Ann", "Bob"])
        XCTAssertEqual(try stack.fetchCount(From<Citizen>(), Where(\.age == 30)), 2)
        let dan = try XCTUnwrap(stack.fetchOne(From<Citizen>(), Where(\.age > 30)))
        XCTAssertEqual(try stack.fetchObjectID(From<Citizen>(), Where(\.age > 30)), dan.objectID)
        XCTAssertEqual(try stack.fetchObjectIDs(From<Citizen>()).count, 4)
        XCTAssertTrue(try stack.fetchExisting(dan.objectID) === dan)
        XCTAssertEqual(try stack.fetchExisting([dan]).count, 1)
        XCTAssertNil(try stack.fetchOne(From<Citizen>(), Where(\.name == "Eve")))
    }

    func testValuesAreComputedOverWhatTheClausesFind() throws {
        let stack = try makeStack(("Ann", 30), ("Bob", 20), ("Cid", 50))
        XCTAssertEqual(try stack.queryValue(From<Citizen>(), .maximum(\.age)), 50)
        XCTAssertEqual(try stack.queryValue(From<Citizen>(), .sum(\.age), Where(\.age < 50)), 50)
        XCTAssertEqual(try stack.queryValue(From<Citizen>(), .average(\.age), Where("age > 20")), 40)
        XCTAssertEqual(try stack.queryValue(From<Citizen>(), .count, Where(\.name != "Bob")), 2)
        XCTAssertEqual(try stack.queryValue(From<Citizen>(), \.name, OrderBy(\.age)), "Bob")
        XCTAssertNil(try stack.queryValue(From<Citizen>(), \.name, Where(\.age > 90)))
        try stack.beginSynchronous { transaction in
            transaction.create(Into<Citizen>()).age = 90
            XCTAssertEqual(try transaction.queryValue(From<Citizen>(), .maximum(\.age)), 90, "pending ones count")
        }
    }

    func testADetachedTransactionIsCommittedAsOftenAsItsOwnerLikes() async throws {
        let stack = try makeStack()
        let detached = stack.beginDetached()
        let person = detached.create(Into<Citizen>())
        person.name = "Draft"
        try await detached.commit().value
        person.name = "Final"
        XCTAssertEqual(try names(stack), ["Draft"])
        try await detached.commit().value
        XCTAssertEqual(try names(stack), ["Final"])
        person.name = "Never"
        detached.rollback()
        try await detached.commit().value
        XCTAssertEqual(try names(stack), ["Final"])
    }

    func testADetachedTransactionMayBelongToAQueue() throws {
        let stack = try makeStack()
        let queue = DispatchQueue(label: "owner")
        let outcome = queue.sync { () -> Future<Void, any Error> in
            let detached = stack.beginDetached(on: queue)
            detached.create(Into<Citizen>()).name = "Jane"
            return detached.commit()
        }
        let done = expectation(description: "committed")
        let cancellable = outcome.sink(
            receiveCompletion: { _ in done.fulfill() }, receiveValue: {})
        wait(for: [done], timeout: 30)
        XCTAssertEqual(try names(stack), ["Jane"])
        withExtendedLifetime(cancellable) {}
    }
}
