import Foundation
import SignalsStore
import XCTest

private final class Zookeeper: ManagedObject {
    @Attribute var name = ""
    @Relationship var animals: Set<Animal> = []
    @Relationship var favourites: Set<Animal> = []
}

private class Animal: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Zookeeper.animals) var keeper: Zookeeper?
    @Relationship(inverse: \Zookeeper.favourites) var admirers: Set<Zookeeper> = []
}

/// Has columns of its own before that of the reference.
private final class Lion: Animal {
    @Attribute var teeth = 30
    @Attribute var roars = 0
}

/// References that a superclass declares.
final class InheritedReferenceTests: XCTestCase {
    private func makeLion(kept: Bool) throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Zookeeper.self, Animal.self, Lion.self))
        try container.inBackground { context in
            let keeper = Zookeeper(context: context)
            let lion = Lion(context: context)
            if kept { lion.keeper = keeper }
            try context.save()
        }
        return container
    }

    private func isKept(_ container: PersistentContainer) throws -> Bool? {
        try container.inBackground { try $0.fetch(FetchRequest<Lion>()).first.map { $0.keeper != nil } }
    }

    func testGroupsByAReferenceAreTheSameBesideChangesOfSubclasses() throws {
        let container = try makeLion(kept: true)
        try container.inBackground { context in
            let request = FetchRequest<Animal>()
            func keepers() throws -> [ManagedObjectID<Zookeeper>?] {
                try context.groups(of: request, by: \.keeper, computing: .count).map(\.key)
            }
            let stored = try keepers()
            XCTAssertNotNil(stored[0])
            try context.fetch(request)[0].name = "Leo"
            XCTAssertEqual(try keepers(), stored)
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: context)
            try child.performAndWait {
                XCTAssertEqual(try child.groups(of: request, by: \.keeper, computing: .count).map(\.key), stored)
            }
            // Over all objects.
            Lion(context: context).name = "Nala"
            var first = request
            first.fetchLimit = 5
            XCTAssertEqual(try context.groups(of: first, by: \.keeper, computing: .count).count, 2)
        }
    }

    func testASaveThatFindsAnObjectOfASubclassGoneLosesNoOthers() throws {
        for isLionFirst in [false, true] {
            let container = try makeContainer(ManagedObjectModel(Zookeeper.self, Animal.self, Lion.self))
            let context = container.newBackgroundContext()
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.performAndWait {
                var animals = isLionFirst ? [Lion(context: context)] : [Animal(context: context)]
                animals.append(isLionFirst ? Animal(context: context) : Lion(context: context))
                let keeper = Zookeeper(context: context)
                try context.save()
                let (animal, lion) = isLionFirst ? (animals[1], animals[0]) : (animals[0], animals[1])
                let ids = (animal.objectID, lion.objectID)
                try container.inBackground { other in
                    try other.existingObject(with: ids.0).name = "Zebra"
                    other.delete(try other.existingObject(with: ids.1))
                    try other.save()
                }
                keeper.favourites = [lion]
                // An equal value: it is not saved, and the other's is read.
                animal.name = ""
                try context.save()
                XCTAssertTrue(animal.managedObjectContext === context, "\(isLionFirst)")
                XCTAssertEqual(animal.name, "Zebra", "\(isLionFirst)")
                XCTAssertNil(lion.managedObjectContext, "\(isLionFirst)")
                XCTAssertEqual(keeper.favourites, [], "\(isLionFirst)")
            }
        }
    }

    func testAMemberThatLeavesThroughTheInverseIsSavedSo() throws {
        let container = try makeLion(kept: true)
        try container.inBackground { context in
            let keeper = try context.fetch(FetchRequest<Zookeeper>())[0]
            keeper.animals.removeAll()
            try context.save()
        }
        XCTAssertEqual(try isKept(container), false)
    }

    func testAMemberThatEntersThroughTheInverseIsSavedSo() throws {
        let container = try makeLion(kept: false)
        try container.inBackground { context in
            let keeper = try context.fetch(FetchRequest<Zookeeper>())[0]
            keeper.animals = Set(try context.fetch(FetchRequest<Animal>()))
            try context.save()
        }
        XCTAssertEqual(try isKept(container), true)
    }

    func testARollbackTakesBackWhatWasChangedThroughTheInverse() throws {
        let container = try makeLion(kept: true)
        try container.inBackground { context in
            let keeper = try context.fetch(FetchRequest<Zookeeper>())[0]
            let lion = try context.fetch(FetchRequest<Lion>())[0]
            keeper.animals = []
            context.rollback()
            XCTAssertTrue(lion.keeper === keeper)
            XCTAssertEqual(keeper.animals, [lion])
        }
    }
}
