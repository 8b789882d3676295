import AnotherStore
import Foundation
import Signals
import SignalsStore
import XCTest

final class ObjectTests: XCTestCase {
    func testObjectsAreInsertedFetchedChangedAndDeleted() throws {
        let container = try makeGarden()
        let ids = try container.addPlants("Rose", "Ivy", "Fern")
        try container.inBackground { context in
            try context.existingObject(with: ids[0]).height = 90
            context.delete(try context.existingObject(with: ids[1]))
            try context.save()
        }
        XCTAssertEqual(try container.plantNames(), ["Fern", "Rose"])
        XCTAssertEqual(try container.inBackground { try $0.existingObject(with: ids[0]).height }, 90)
        XCTAssertThrowsError(try container.inBackground { try $0.existingObject(with: ids[1]).name })
    }

    func testKeptRowsAreThereWhenTheStoreIsOpenedAgain() throws {
        let store = DictionaryStore()
        let first = try openGarden(store)
        let id = try first.addPlants("Rose")[0]
        first.close()
        let second = try makeGarden(store)
        XCTAssertEqual(try second.inBackground { try $0.existingObject(with: id).name }, "Rose")
        let ids = try second.addPlants("Ivy")
        XCTAssertNotEqual(ids, [id], "a number is given once")
    }

    func testContainersOnOneStoreShareItAndHearOfEachOther() throws {
        let store = DictionaryStore()
        let (first, second) = (try makeGarden(store), try makeGarden(store))
        let id = try first.addPlants("Rose")[0]
        let context = second.newBackgroundContext()
        try context.performAndWait { XCTAssertEqual(try context.existingObject(with: id).name, "Rose") }
        try first.inBackground { other in
            try other.existingObject(with: id).name = "Dog rose"
            try other.save()
        }
        try context.performAndWait {
            context.automaticallyMergesChangesFromParent = true
            XCTAssertEqual(try context.fetch(FetchRequest<Plant>()).map(\.name), ["Dog rose"])
        }
        first.close()
        XCTAssertEqual(try second.plantNames(), ["Dog rose"], "the other container still has it")
    }

    func testChildContextsSaveThroughTheirParents() throws {
        let container = try makeGarden()
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait {
            Plant(context: child).name = "Rose"
            try child.save()
        }
        XCTAssertEqual(try container.plantNames(), [])
        try parent.performAndWait { try parent.save() }
        XCTAssertEqual(try container.plantNames(), ["Rose"])
        try child.performAndWait {
            let request = FetchRequest<Plant>(predicate: #Predicate { $0.name.contains("os") })
            try child.fetch(request).forEach(child.delete)
            try child.saveThroughParent()
        }
        XCTAssertEqual(try container.plantNames(), [])
    }

    func testOneStoreOfSeveralIsOfAnotherKind() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "another-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let garden: [ManagedObject.Type] = [Bed.self, Plant.self, Tree.self, Tag.self, Walk.self]
        let model = ManagedObjectModel(
            configurations: ["Disk": garden + [Remark.self], "Memory": [Remark.self]])
        let store = DictionaryStore()
        let container = try PersistentContainer(
            name: "Garden", model: model,
            stores: [
                .sqlite(at: folder.appending(path: "store.sqlite"), configuration: "Disk"),
                PersistentStoreDescription(configuration: "Memory") { tables in
                    XCTAssertEqual(tables.map(\.name).filter { !$0.hasPrefix("signals_") }, ["Remark"])
                    return store
                },
            ])
        defer { container.close() }
        let ids = try container.inBackground { context in
            let remarks = ["Memory", "Disk", "Memory"].enumerated().map { index, configuration in
                let remark = Remark(context: context, configuration: configuration)
                remark.text = "\(index) \(configuration)"
                return remark
            }
            Plant(context: context).name = "Rose"
            try context.save()
            return remarks.map(\.objectID)
        }
        try container.inBackground { context in
            let request = FetchRequest<Remark>(sortBy: [SortDescriptor(\.text, order: .reverse)])
            XCTAssertEqual(try context.fetch(request).map(\.text), ["2 Memory", "1 Disk", "0 Memory"])
            context.delete(try context.existingObject(with: ids[2]))
            try context.existingObject(with: ids[0]).text = "0 again"
            try context.save()
            XCTAssertEqual(try context.count(for: FetchRequest<Remark>()), 2)
        }
        XCTAssertEqual(try container.inBackground { try $0.existingObject(with: ids[0]).text }, "0 again")
    }

    func testAStoreIsOpenedOnceInAContainerAndWithOneModel() throws {
        let store = DictionaryStore()
        let description = PersistentStoreDescription { _ in store }
        let model = ManagedObjectModel(Remark.self)
        func refusal(_ model: ManagedObjectModel, _ stores: [PersistentStoreDescription]) -> UUID? {
            do { _ = try PersistentContainer(name: "Refused", model: model, stores: stores) } catch {
                if case StoreError.sameStoreTwice(let identifier, _) = error { return identifier }
            }
            return nil
        }
        XCTAssertEqual(refusal(model, [description, description]), store.identifier)
        let garden = DictionaryStore()
        _ = try makeGarden(garden)
        XCTAssertEqual(refusal(model, [PersistentStoreDescription { _ in garden }]), garden.identifier)
    }
}
