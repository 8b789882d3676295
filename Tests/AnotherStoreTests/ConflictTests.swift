import AnotherStore
import Foundation
import Signals
import SignalsStore
import XCTest

/// A store that finds each time that others came between, and has the decision made again.
private final class HesitantStore: PersistentStore {
    let identifier = UUID()
    private let store = DictionaryStore()

    func rows(_ request: RowRequest) -> [StoredRow] { store.rows(request) }
    func commit(_ changes: [TableChanges]) { store.commit(changes) }

    func exclusively(_ decide: (any RowReader) throws -> [TableChanges]) throws {
        _ = try decide(self)
        commit(try decide(self))
    }
}

final class ConflictTests: XCTestCase {
    private func check(_ store: any PersistentStore) async throws {
        let container = try PersistentContainer(
            name: "Garden", model: ManagedObjectModel(Bed.self, Plant.self, Tree.self, Tag.self),
            stores: [PersistentStoreDescription { _ in store }])
        defer { container.close() }
        let id = try container.inBackground { context in
            let plant = Plant(context: context)
            plant.name = "Rose"
            try context.save()
            return plant.objectID
        }
        let units = (0..<100).map { number in
            UnitOfWork(container: container).execute { context in
                let rose = try context.existingObject(with: id)
                rose.height += 1
                try context.save()
                let tag = Tag(context: context)
                tag.name = "\(number)"
                rose.tags.insert(tag)
            }
        }
        for unit in units { try await unit.value }
        let (height, tags) = try container.inBackground { context in
            let rose = try context.existingObject(with: id)
            return (rose.height, rose.tags.count)
        }
        XCTAssertEqual(height, 100)
        XCTAssertEqual(tags, 100)
    }

    func testUnitsOnTheSameRowAllSucceed() async throws { try await check(DictionaryStore()) }

    func testUnitsAllSucceedOverAStoreThatDecidesAgain() async throws { try await check(HesitantStore()) }

    func testAnInsertionWithATakenValueJoinsTheStoredRowUnderOtherPolicies() throws {
        let container = try PersistentContainer(
            name: "Garden", model: ManagedObjectModel(Bed.self, Plant.self, Tree.self, Tag.self),
            stores: [PersistentStoreDescription { _ in DictionaryStore() }])
        defer { container.close() }
        container.mergePolicy = .mergeByPropertyObjectTrump
        for height in 1...3 {
            try container.inBackground { context in
                let plant = Plant(context: context)
                (plant.name, plant.height) = ("Rose", height)
                let tag = Tag(context: context)
                tag.plants = [plant]
                try context.save()
                XCTAssertEqual(plant.tags.count, height)
            }
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.fetch(FetchRequest<Plant>()).map(\.height), [3])
            let plant = try context.findOrCreate(Plant.self, where: \.name, equals: "Rose")
            XCTAssertEqual(plant.height, 3)
        }
    }
}
