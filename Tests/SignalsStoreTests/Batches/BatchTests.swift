import Foundation
import Signals
import SignalsStore
import XCTest

private final class Slip: ManagedObject {
    @Attribute(.indexed) var row = 0
}

/// Batch requests change the store and tell the contexts.
final class BatchTests: XCTestCase {
    private let all = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])

    private func reason(_ body: () throws -> Void) -> SaveError.Reason? {
        do {
            try body()
            return nil
        } catch { return (error as? SaveError)?.reason }
    }

    func testManyObjectsAreInsertedWithTheirDefaults() throws {
        let container = try makeContainer()
        try container.inBackground { context in
            let result = try context.execute(
                BatchInsertRequest<Chore>(0..<3_000) { chore, index in
                    chore.name = "Chore \(index)"
                    chore.minutes = index
                })
            XCTAssertEqual(result.count, 3_000)
            XCTAssertEqual(try context.existingObject(with: result.objectIDs[2_999]).name, "Chore 2999")
            XCTAssertEqual(try context.sum(\.minutes, of: FetchRequest<Chore>()), 2_999 * 1_500)
            XCTAssertEqual(try context.existingObject(with: result.objectIDs[0]).dueDate, .distantFuture)
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testAnInsertThatBreaksUniquenessLeavesNothingBehind() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        try container.inBackground { context in
            let reason = reason {
                try context.execute(BatchInsertRequest<Chore>(["Mop", "Dust"]) { $0.name = $1 })
            }
            guard case .valueTaken(let taken, let owner)? = reason else {
                return XCTFail("\(String(describing: reason))")
            }
            XCTAssertEqual(taken, "\"Dust\"")
            XCTAssertEqual(owner, AnyManagedObjectID(id))
        }
        XCTAssertEqual(try container.choreNames(), ["Dust"])
    }

    func testAnErrorOfTheClosureEndsTheInsert() throws {
        struct Stop: Error {}
        let container = try makeContainer()
        try container.inBackground { context in
            XCTAssertThrowsError(
                try context.execute(
                    BatchInsertRequest<Chore>(["a", "b"]) { chore, name in
                        if name == "b" { throw Stop() }
                        chore.name = name
                    }))
        }
        XCTAssertEqual(try container.choreNames(), [])
    }

    func testAnUpdateReachesObjectsThatAreKnownHereAndElsewhere() throws {
        let container = try makeContainer()
        try container.addChores("Dust", "Mop", "Iron")
        let other = container.newBackgroundContext()
        other.automaticallyMergesChangesFromParent = true
        let elsewhere = try other.performAndWait { try other.fetch(all).map(\.objectID) }
        try container.inBackground { context in
            let chores = try context.fetch(all)
            let result = try context.execute(
                BatchUpdateRequest<Chore>(predicate: #Predicate { $0.name != "Mop" })
                    .setting(\.isDone, to: true)
                    .setting(\.minutes, to: #Expression { $0.minutes * 3 + 1 })
                    .setting(\.notes, to: "swept"))
            XCTAssertEqual(result.count, 2)
            XCTAssertEqual(chores.map(\.minutes), [4, 4, 1])
            XCTAssertEqual(chores.map(\.isDone), [true, true, false])
            XCTAssertEqual(chores.map(\.notes), ["swept", "swept", nil])
        }
        try other.performAndWait {
            XCTAssertEqual(try elsewhere.map { try other.existingObject(with: $0).minutes }, [4, 4, 1])
        }
    }

    func testABatchUpdateComputesTheValueOfAnOptionalAttribute() throws {
        let container = try makeContainer()
        try container.addChores("Sweep", "Mop")
        try container.inBackground { context in
            _ = try context.execute(
                BatchUpdateRequest<Chore>().setting(\.notes, to: #Expression<Chore, String> { $0.name }))
            XCTAssertEqual(try context.fetch(FetchRequest<Chore>()).map(\.notes), ["Sweep", "Mop"])
        }
    }

    func testABatchUpdateChangesARowOnceThoughItStillFulfilsTheCondition() throws {
        let container = try makeContainer(ManagedObjectModel(Slip.self))
        try container.inBackground { context in
            for number in 0..<50 { Slip(context: context).row = number * 10 }
            try context.save()
            let limit = 300
            // Found by an index, and moved in it.
            let found = try context.execute(
                BatchUpdateRequest<Slip>(predicate: #Predicate { $0.row < limit })
                    .setting(\.row, to: #Expression { $0.row + 1 }))
            let all = try context.fetch(FetchRequest<Slip>())
            XCTAssertEqual(all.map(\.row), (0..<50).map { $0 * 10 + ($0 < 30 ? 1 : 0) })
            XCTAssertEqual(found.objectIDs, all[..<30].map(\.objectID))
            XCTAssertEqual(found.count, 30)
            let nobody = try context.execute(
                BatchUpdateRequest<Slip>(predicate: #Predicate { $0.row > 1000 }).setting(\.row, to: 2))
            XCTAssertEqual(nobody.count, 0)
            // What is no comparison of columns alone.
            let odd = try context.execute(
                BatchUpdateRequest<Slip>(predicate: #Predicate { $0.row % 2 == 1 }).setting(\.row, to: 7))
            XCTAssertEqual(odd.objectIDs, all[..<30].map(\.objectID))
        }
    }

    func testAnUpdateOfWhatWasEditedHereIsAConflictForTheNextSave() throws {
        let container = try makeContainer()
        try container.addChores("Dust")
        try container.inBackground { context in
            let chore = try context.fetch(all)[0]
            chore.minutes = 9
            try context.execute(BatchUpdateRequest<Chore>().setting(\.minutes, to: 4).setting(\.isDone, to: true))
            XCTAssertEqual(chore.minutes, 9)
            XCTAssertTrue(chore.isDone)
            guard case .conflict? = reason({ try context.save() }) else { return XCTFail("no conflict") }
        }
    }

    func testAnUpdateThatBreaksUniquenessSaysWhichAttribute() throws {
        let container = try makeContainer()
        try container.addChores("Dust", "Mop")
        try container.inBackground { context in
            XCTAssertThrowsError(try context.execute(BatchUpdateRequest<Chore>().setting(\.name, to: "Same"))) {
                error in
                let error = error as? SaveError
                XCTAssertEqual(error?.attributeName, "name")
                guard case .valueTaken(let taken, _)? = error?.reason else {
                    return XCTFail("\(String(describing: error))")
                }
                XCTAssertEqual(taken, "\"Same\"")
            }
        }
        XCTAssertEqual(try container.choreNames(), ["Dust", "Mop"])
    }

    func testAComputationThatOverflowsChangesNothing() throws {
        let container = try makeContainer()
        try container.addChores("Dust", "Mop")
        try container.inBackground { context in
            let great = Int.max
            try context.execute(
                BatchUpdateRequest<Chore>(predicate: #Predicate { $0.name == "Mop" }).setting(\.minutes, to: great))
            let reason = reason {
                try context.execute(BatchUpdateRequest<Chore>().setting(\.minutes, to: #Expression { $0.minutes + 1 }))
            }
            guard case .unencodable(let text)? = reason else { return XCTFail("\(String(describing: reason))") }
            XCTAssertTrue(text.contains("overflow"), text)
            XCTAssertEqual(try context.values(\.minutes, of: all), [1, .max])
        }
    }

    func testADeletionTakesTheFirstOfARequestAndTheirObjects() throws {
        let container = try makeContainer()
        try container.addChores("a", "b", "c", "d")
        try container.inBackground { context in
            let chores = try context.fetch(all)
            var request = all
            request.fetchLimit = 2
            request.fetchOffset = 1
            XCTAssertEqual(try context.execute(BatchDeleteRequest(fetchRequest: request)).count, 2)
            XCTAssertEqual(chores.map { $0.managedObjectContext == nil }, [false, true, true, false])
            XCTAssertEqual(
                try context.execute(BatchDeleteRequest<Chore>(predicate: #Predicate { $0.name == "a" })).count, 1)
        }
        XCTAssertEqual(try container.choreNames(), ["d"])
    }

    func testVersionsAdvanceSoThatNobodyOverwritesABatch() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let chore = try context.existingObject(with: id)
            _ = try container.inBackground { try $0.execute(BatchUpdateRequest<Chore>().setting(\.minutes, to: 5)) }
            chore.minutes = 6
            guard case .conflict? = reason({ try context.save() }) else { return XCTFail("no conflict") }
        }
    }

    func testValuesNeverBecomePartOfTheStatement() throws {
        let container = try makeContainer()
        let evil = "'\"); DROP TABLE Chore; --\0?1"
        try container.addChores(evil, "Mop")
        try container.inBackground { context in
            try context.execute(
                BatchUpdateRequest<Chore>(predicate: #Predicate { $0.name == evil }).setting(\.notes, to: evil))
            XCTAssertEqual(try context.fetch(all).map(\.notes), [evil, nil])
            XCTAssertEqual(
                try context.execute(BatchDeleteRequest<Chore>(predicate: #Predicate { $0.notes == evil })).count, 1)
        }
        XCTAssertEqual(try container.choreNames(), ["Mop"])
    }

    func testTheContainerExecutesInTheBackground() throws {
        let container = try makeContainer()
        let done = expectation(description: "done")
        let subscription = container.execute(BatchInsertRequest<Chore>(["a", "b"]) { $0.name = $1 })
            .flatMap { _ in container.execute(BatchUpdateRequest<Chore>().setting(\.minutes, to: 2)) }
            .flatMap { _ in container.execute(BatchDeleteRequest<Chore>(predicate: #Predicate { $0.name == "b" })) }
            .flatMap { _ in container.objectIDs(for: FetchRequest<Chore>()) }
            .sink { completion in
                if case .failure(let error) = completion { XCTFail("\(error)") }
                done.fulfill()
            } receiveValue: { ids in
                XCTAssertEqual(ids.count, 1)
            }
        wait(for: [done], timeout: 10)
        subscription.cancel()
    }
}
