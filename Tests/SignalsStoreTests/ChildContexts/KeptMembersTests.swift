import SignalsStore
import XCTest

private final class Orchestra: ManagedObject {
    @Attribute var city = ""
    @Relationship(deleteRule: .cascade) var players: Set<Musician> = []
}

private final class Musician: ManagedObject {
    @Attribute var age = 0
    @Relationship(inverse: \Orchestra.players) var orchestras: Set<Orchestra> = []
}

/// Members that a form deletes with their owner, and of which the parent has newer values that its policy keeps.
final class KeptMembersTests: XCTestCase {
    func testTheyAreTheirOwnersAgainWhenItsDeletionIsLostToo() throws {
        let container = try makeContainer(ManagedObjectModel(Orchestra.self, Musician.self))
        let parent = container.newBackgroundContext()
        parent.mergePolicy = .mergeByPropertyStoreTrump
        let (owner, player) = try parent.performAndWait {
            let (owner, player) = (Orchestra(context: parent), Musician(context: parent))
            owner.players = [player]
            try parent.save()
            return (owner.objectID, player.objectID)
        }
        let form = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        form.mergePolicy = .rollback
        try form.performAndWait { form.delete(try form.existingObject(with: owner)) }
        try container.inBackground { context in
            try context.existingObject(with: player).age = 40
            try context.save()
        }
        try parent.performAndWait { _ = try parent.fetch(FetchRequest<Musician>()) }
        try form.performAndWait { try form.save() }
        try parent.performAndWait {
            XCTAssertEqual(parent.deletedObjects.count, 1)
            XCTAssertEqual(try parent.existingObject(with: player).orchestras, [])
        }
        try container.inBackground { context in
            try context.existingObject(with: owner).city = "Graz"
            try context.save()
        }
        try parent.performAndWait { try parent.save() }
        for context in [parent, container.newBackgroundContext()] {
            try context.performAndWait {
                let (owner, player) = try (context.existingObject(with: owner), context.existingObject(with: player))
                XCTAssertEqual(owner.players, [player])
                XCTAssertEqual(player.orchestras, [owner])
            }
        }
    }
}
