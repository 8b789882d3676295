import AnotherStore
import Foundation
import SignalsStore
import XCTest

/// The model of the tests: relationships of each kind, and a subclass.
final class Bed: ManagedObject {
    @Attribute var name = ""
    @Relationship(deleteRule: .cascade) var plants: Set<Plant> = []
}

class Plant: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var height = 0
    @Attribute var price = Decimal(1)
    @Attribute var sown: Date?
    @Relationship(inverse: \Bed.plants) var bed: Bed?
    @Relationship var neighbours: Set<Plant> = []
    @Relationship var tags: Set<Tag> = []
}

final class Tree: Plant {
    @Attribute var rings = 1
}

final class Tag: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Plant.tags) var plants: Set<Plant> = []
}

/// Plants in an order, and one in several.
final class Walk: ManagedObject {
    @Attribute var name = ""
    @Relationship var stops: [Plant] = []
}

/// Related to nothing.
final class Remark: ManagedObject {
    @Attribute var text = ""
}

extension PersistentContainer {
    /// Runs a closure in a background context and waits for its result.
    @discardableResult
    func inBackground<Output: Sendable>(_ body: (ManagedObjectContext) throws -> Output) throws -> Output {
        let context = newBackgroundContext()
        return try context.performAndWait { try body(context) }
    }

    @discardableResult
    func addPlants(_ names: String...) throws -> [ManagedObjectID<Plant>] {
        try inBackground { context in
            let plants = names.enumerated().map { index, name in
                let plant = Plant(context: context)
                (plant.name, plant.height) = (name, index)
                return plant
            }
            try context.save()
            return plants.map(\.objectID)
        }
    }

    /// The names of all plants that are stored, sorted.
    func plantNames() throws -> [String] {
        try inBackground { try $0.fetch(FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)])).map(\.name) }
    }
}

extension XCTestCase {
    /// A container over a store, which is closed after the test.
    func makeGarden(_ store: any PersistentStore = DictionaryStore()) throws -> PersistentContainer {
        let container = try openGarden(store)
        addTeardownBlock { container.close() }
        return container
    }
}

func openGarden(_ store: any PersistentStore) throws -> PersistentContainer {
    try PersistentContainer(
        name: "Garden", model: ManagedObjectModel(Bed.self, Plant.self, Tree.self, Tag.self, Walk.self),
        stores: [PersistentStoreDescription { _ in store }])
}

/// Returns the reason for which a save fails.
func reason(_ body: () throws -> Void) -> SaveError.Reason? {
    do { try body() } catch { return (error as? SaveError)?.reason }
    return nil
}
