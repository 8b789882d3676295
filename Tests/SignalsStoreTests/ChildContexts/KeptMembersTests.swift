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
    private var container: PersistentContainer!
    private var parent: ManagedObjectContext!
    /// One that has read both, and merges what the others save.
    private var follower: ManagedObjectContext!
    private var held: Orchestra!
    private var owner: ManagedObjectID<Orchestra>!
    private var player: ManagedObjectID<Musician>!

    override func setUpWithError() throws {
        container = try makeContainer(ManagedObjectModel(Orchestra.self, Musician.self))
        parent = container.newBackgroundContext()
        parent.mergePolicy = .mergeByPropertyStoreTrump
        (owner, player) = try container.inBackground { context in
            let (owner, player) = (Orchestra(context: context), Musician(context: context))
            owner.players = [player]
            try context.save()
            return (owner.objectID, player.objectID)
        }
        follower = container.newBackgroundContext()
        follower.automaticallyMergesChangesFromParent = true
        try follower.performAndWait {
            held = try follower.existingObject(with: owner)
            XCTAssertEqual(held.players.map(\.orchestras.count), [1])
        }
    }

    override func tearDown() {
        (container, parent, follower, held, owner, player) = (nil, nil, nil, nil, nil, nil)
    }

    func testTheyStayWhenTheirOwnersDeletionIsSaved() throws {
        for levels in 1...2 {
            try setUpWithError()
            try deleteOwner(inFormOf: levels)
            try parent.performAndWait {
                XCTAssertEqual(try parent.existingObject(with: player).orchestras, [])
                try parent.save()
            }
            try container.inBackground { context in
                XCTAssertEqual(try context.fetch(FetchRequest<Orchestra>()), [])
                XCTAssertEqual(try context.existingObject(with: player).age, 40)
            }
        }
    }

    func testTheyAreTheirOwnersAgainWhenItsDeletionIsLostToo() throws {
        for levels in 1...2 {
            try setUpWithError()
            try deleteOwner(inFormOf: levels)
            try changeOwner()
            try parent.performAndWait { try parent.save() }
            try assertRelated()
        }
    }

    func testTheyAreTheirOwnersStillWhenItsDeletionIsLostInASaveThroughTheParent() throws {
        try parent.performAndWait {
            let form = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            form.mergePolicy = .rollback
            try form.performAndWait { form.delete(try form.existingObject(with: owner)) }
            let member = try parent.existingObject(with: player)
            try changePlayer()
            XCTAssertEqual(try parent.fetch(FetchRequest<Musician>()).map(\.age), [40])
            try changeOwner()
            try form.performAndWait { try form.saveThroughParent() }
            XCTAssertEqual(member.age, 40)
        }
        try assertRelated()
    }

    func testTheyAreTheirOwnersAgainWhenItsDeletionIsTakenBack() throws {
        try deleteOwner(inFormOf: 1)
        try parent.performAndWait {
            parent.refresh(parent.object(with: owner), mergeChanges: false)
            try parent.save()
        }
        try assertRelated()
    }

    /// Deletes the owner in a form, or in a form of one, while the parent gets newer values of the member.
    private func deleteOwner(inFormOf levels: Int) throws {
        let form = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        form.mergePolicy = .rollback
        let inner = levels == 1 ? form : ManagedObjectContext(concurrencyType: .privateQueue, parent: form)
        try inner.performAndWait { inner.delete(try inner.existingObject(with: owner)) }
        try changePlayer()
        try parent.performAndWait { _ = try parent.fetch(FetchRequest<Musician>()) }
        if levels == 2 {
            try form.performAndWait { _ = try form.fetch(FetchRequest<Musician>()) }
            try inner.performAndWait { try inner.save() }
            form.performAndWait { XCTAssertEqual(form.deletedObjects.count, 1) }
        }
        try form.performAndWait { try form.save() }
        parent.performAndWait { XCTAssertEqual(parent.deletedObjects.count, 1) }
    }

    private func changePlayer() throws {
        try container.inBackground { context in
            try context.existingObject(with: player).age = 40
            try context.save()
        }
    }

    private func changeOwner() throws {
        try container.inBackground { context in
            try context.existingObject(with: owner).city = "Graz"
            try context.save()
        }
    }

    private func assertRelated() throws {
        for context: ManagedObjectContext in [parent, follower, container.newBackgroundContext()] {
            try context.performAndWait {
                let (owner, player) = try (context.existingObject(with: owner), context.existingObject(with: player))
                XCTAssertEqual(owner.players, [player])
                XCTAssertEqual(player.orchestras, [owner])
            }
        }
    }
}
