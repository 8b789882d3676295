import AnotherStore
import Foundation
import SignalsStore
import XCTest

final class FailingStoreTests: XCTestCase {
    func testAFetchsErrorReachesTheCaller() throws {
        let store = MoodyStore()
        let container = try makeGarden(store)
        try container.addPlants("Rose")
        store.failReading(with: ServerAsleep())
        do {
            _ = try container.plantNames()
            XCTFail("it was read")
        } catch FetchError.store(let reason) { XCTAssertEqual(reason, "the server is asleep") }
        guard case .store("the server is asleep") = reason({ try container.addPlants("Ivy") }) else {
            return XCTFail("it was saved")
        }
        store.failReading(with: nil)
        XCTAssertEqual(try container.plantNames(), ["Rose"])
    }

    func testACommitsErrorReachesTheCallerAndNothingIsSaved() throws {
        let store = MoodyStore()
        let container = try makeGarden(store)
        try container.addPlants("Rose")
        let context = container.newBackgroundContext()
        try context.performAndWait {
            Plant(context: context).name = "Ivy"
            store.failCommitting(with: ServerAsleep())
            guard case .store("the server is asleep") = reason({ try context.save() }) else {
                return XCTFail("it was saved")
            }
            store.failCommitting(with: SaveError(.busy))
            do throws(SaveError) { try context.save() } catch { XCTAssertTrue(error.canRetry) }
            XCTAssertEqual(try container.plantNames(), ["Rose"])
            store.failCommitting(with: nil)
            try context.save()
        }
        XCTAssertEqual(try container.plantNames(), ["Ivy", "Rose"])
    }

    func testAStoreThatCannotBeOpenedSaysWhy() throws {
        XCTAssertThrowsError(
            try PersistentContainer(
                name: "Garden", model: ManagedObjectModel(Remark.self),
                stores: [PersistentStoreDescription { _ in throw ServerAsleep() }])
        ) { XCTAssertTrue($0 is ServerAsleep) }
        let store = MoodyStore()
        store.failReading(with: ServerAsleep())
        XCTAssertThrowsError(try openGarden(store)) { error in
            XCTAssertEqual("\(error)", "The store failed: the server is asleep")
        }
    }

    func testUnsupportedOperationsOfAStoreAreAClearError() async throws {
        let container = try makeGarden()
        let folder = FileManager.default.temporaryDirectory
        do {
            try await container.backup(to: folder.appending(path: "copy")).value
            XCTFail("there is no backup")
        } catch StoreError.unsupported(let operation) { XCTAssertEqual(operation, "backup") }
        do {
            _ = try await container.integrityCheck().value
            XCTFail("there is no check")
        } catch { XCTAssertEqual("\(error)", "This kind of store has no integrity check.") }
    }

    func testAStoreWithRowsOfAnotherModelIsRefusedUnlessItMigratesThem() throws {
        let store = DictionaryStore()
        let container = try openGarden(store)
        try container.addPlants("Rose")
        container.close()
        func openRemarks(isMigrating: Bool) throws -> PersistentContainer {
            var description = PersistentStoreDescription { _ in store }.dropping("Plant")
            description.shouldMigrateStoreAutomatically = isMigrating
            return try PersistentContainer(
                name: "Remarks", model: ManagedObjectModel(Remark.self), stores: [description])
        }
        XCTAssertThrowsError(try openRemarks(isMigrating: true)) { error in
            XCTAssertEqual("\(error)", "This kind of store has no migration from another model.")
        }
        XCTAssertThrowsError(try openRemarks(isMigrating: false)) { error in
            XCTAssertTrue("\(error)".contains("unless shouldMigrateStoreAutomatically is set"))
        }
        XCTAssertEqual(try makeGarden(store).plantNames(), ["Rose"], "it is as it was")
    }
}
