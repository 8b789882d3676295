import Foundation
import SignalsStore
import XCTest

private class Animal: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var legs = 4
    @Relationship var keeper: Zookeeper?
}

private final class Dog: Animal {
    @Attribute var trick: String? = nil
    @Relationship var chases: Set<Animal> = []
}

private final class Bird: Animal {
    @Attribute var canFly = true
    @Attribute(.transient) var height = 0.0

    override class var uniquenessConstraints: [[AnyKeyPath]] { [[\Bird.legs, \Bird.canFly, \Bird.keeper]] }
}

private final class Zookeeper: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Animal.keeper) var animals: Set<Animal> = []
}

final class EntityInheritanceTests: XCTestCase {
    private func makeZoo() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Animal.self, Dog.self, Bird.self, Zookeeper.self))
        try container.inBackground { context in
            let keeper = Zookeeper(context: context)
            keeper.name = "Kim"
            let animal = Animal(context: context)
            animal.name = "Ox"
            let dog = Dog(context: context)
            (dog.name, dog.trick) = ("Rex", "roll")
            let bird = Bird(context: context)
            (bird.name, bird.legs) = ("Tweety", 2)
            dog.chases = [bird, animal]
            keeper.animals = [animal, dog, bird]
            try context.save()
        }
        return container
    }

    func testFetchingASuperclassFindsObjectsOfItsSubclasses() throws {
        try makeZoo().inBackground { context in
            let all = try context.fetch(FetchRequest<Animal>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(all.map(\.name), ["Ox", "Rex", "Tweety"])
            XCTAssertEqual(all.map { "\(type(of: $0))" }, ["Animal", "Dog", "Bird"])
            XCTAssertEqual((all[1] as? Dog)?.trick, "roll")
            let few = FetchRequest<Animal>(
                predicate: #Predicate { $0.legs == 4 }, sortBy: [SortDescriptor(\.name, order: .reverse)], fetchLimit: 1
            )
            XCTAssertEqual(try context.fetch(few).map(\.name), ["Rex"])
            XCTAssertEqual(try context.count(for: FetchRequest<Animal>()), 3)
            XCTAssertEqual(try context.fetch(FetchRequest<Dog>()).map(\.name), ["Rex"])
            XCTAssertTrue(try context.fetch(FetchRequest<Dog>()).first === all[1])
        }
    }

    func testPendingObjectsOfSubclassesAreFoundToo() throws {
        try makeZoo().inBackground { context in
            let dog = Dog(context: context)
            dog.name = "Ace"
            let request = FetchRequest<Animal>(sortBy: [SortDescriptor(\.name)])
            XCTAssertEqual(try context.fetch(request).map(\.name), ["Ace", "Ox", "Rex", "Tweety"])
            XCTAssertEqual(try context.count(for: request), 4)
        }
    }

    func testRelationshipsToASuperclassLeadToObjectsOfItsSubclasses() throws {
        try makeZoo().inBackground { context in
            let keeper = try XCTUnwrap(try context.fetch(FetchRequest<Zookeeper>()).first)
            XCTAssertEqual(
                Set(keeper.animals.map { "\(type(of: $0)) \($0.name)" }), ["Animal Ox", "Dog Rex", "Bird Tweety"])
            let dog = try XCTUnwrap(try context.fetch(FetchRequest<Dog>()).first)
            XCTAssertTrue(dog.keeper === keeper)
            XCTAssertEqual(Set(dog.chases.map(\.name)), ["Ox", "Tweety"])
            let request = FetchRequest<Zookeeper>(predicate: #Predicate { $0.animals.contains { $0.name == "Tweety" } })
            XCTAssertEqual(try context.fetch(request), [keeper])
            context.delete(keeper)
            try context.save()
            XCTAssertNil(dog.keeper)
        }
    }

    func testAnIDOfASubclassNamesTheObjectForTheSuperclassToo() throws {
        let container = try makeZoo()
        let id = try container.inBackground { try $0.fetch(FetchRequest<Dog>())[0].objectID }
        try container.inBackground { context in
            let animalID = try XCTUnwrap(id.typed(as: Animal.self))
            let animal = try context.existingObject(with: animalID)
            XCTAssertTrue(animal is Dog)
            XCTAssertTrue(try context.existingObject(with: id) === animal)
            XCTAssertEqual(AnyManagedObjectID(id), animal.id)
            XCTAssertTrue(context.object(with: animalID) === animal)
            XCTAssertNil(id.typed(as: Zookeeper.self))
            XCTAssertThrowsError(try context.existingObject(with: XCTUnwrap(animalID.typed(as: Bird.self))))
        }
        try container.inBackground { context in
            XCTAssertTrue(context.object(with: try XCTUnwrap(id.typed(as: Animal.self))) is Dog)
        }
    }

    func testUniqueAttributesOfASuperclassAreUniqueAcrossItsSubclasses() throws {
        try makeZoo().inBackground { context in
            let bird = Bird(context: context)
            bird.name = "Rex"
            XCTAssertThrowsError(try context.save()) { error in
                guard let error = error as? SaveError, case .valueTaken(let taken, let holder) = error.reason else {
                    return XCTFail("\(error)")
                }
                XCTAssertEqual(taken, "\"Rex\"")
                XCTAssertEqual(holder?.entityName, "Dog")
                XCTAssertEqual(error.attributeName, "name")
            }
            bird.name = "Polly"
            try context.save()
        }
    }

    func testSeveralAttributesCanBeUniqueTogether() throws {
        try makeZoo().inBackground { context in
            let keeper = try context.fetch(FetchRequest<Zookeeper>())[0]
            let bird = Bird(context: context)
            (bird.name, bird.legs, bird.keeper) = ("Polly", 2, keeper)
            XCTAssertThrowsError(try context.save()) { error in
                guard let error = error as? SaveError, case .valueTaken(let taken, _) = error.reason else {
                    return XCTFail("\(error)")
                }
                XCTAssertTrue(taken.hasPrefix("2, true, "), taken)
                XCTAssertEqual(error.attributeName, "legs, canFly, keeper")
            }
            bird.canFly = false
            try context.save()
            bird.canFly = true
            XCTAssertThrowsError(try context.save())
            bird.keeper = nil
            try context.save()
        }
    }

    func testATransientAttributeIsPartOfChangesAndUndoAndNotOfTheStore() throws {
        let container = try makeZoo()
        try container.inBackground { context in
            context.isUndoEnabled = true
            let bird = try context.fetch(FetchRequest<Bird>())[0]
            bird.height = 12
            XCTAssertTrue(bird.hasChanges)
            context.undo()
            XCTAssertEqual(bird.height, 0)
            XCTAssertFalse(bird.hasChanges)
            bird.height = 13
            context.rollback()
            XCTAssertEqual(bird.height, 0)
            bird.height = 14
            try context.save()
            XCTAssertFalse(bird.hasChanges)
            XCTAssertEqual(bird.height, 14)
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.fetch(FetchRequest<Bird>()).map(\.height), [0])
            let request = FetchRequest<Bird>(predicate: #Predicate { $0.height > 3 })
            XCTAssertThrowsError(try context.fetch(request))
        }
    }
}
