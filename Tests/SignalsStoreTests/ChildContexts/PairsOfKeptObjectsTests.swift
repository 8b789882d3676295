import SignalsStore
import XCTest

private final class Theatre: ManagedObject {
    @Attribute var floor = 0
    @Relationship(deleteRule: .cascade) var chairs: Set<Armchair> = []
}

private final class Armchair: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Theatre.chairs) var hall: Theatre?
    @Relationship var guest: Spectator?
}

private final class Spectator: ManagedObject {
    @Attribute var age = 0
    @Relationship(inverse: \Armchair.guest) var chair: Armchair?
}

/// One-to-ones of objects that a form deletes and whose deletion its policy gives up.
final class PairsOfKeptObjectsTests: XCTestCase {
    func testTheirFormerPartnersHaveOnePartner() throws {
        for policy in [MergePolicy.mergeByPropertyStoreTrump, .rollback] {
            for (fromGuest, isNew, othersSave) in (0..<8).map({ ($0 & 1 == 0, $0 & 2 == 0, $0 & 4 == 0) }) {
                let what = "\(policy), from the guest: \(fromGuest), new: \(isNew), others save: \(othersSave)"
                let container = try makeContainer(ManagedObjectModel(Theatre.self, Armchair.self, Spectator.self))
                defer { container.close() }
                let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                let (hall, kept, free) = (
                    Theatre(context: parent), Armchair(context: parent), Armchair(context: parent)
                )
                let guest = Spectator(context: parent)
                (kept.name, free.name, kept.hall, kept.guest) = ("kept", "free", hall, guest)
                try parent.save()
                let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
                form.mergePolicy = policy
                let its = try form.existingObject(with: guest.objectID)
                form.delete(try form.existingObject(with: hall.objectID))
                let chair = isNew ? Armchair(context: form) : try form.existingObject(with: free.objectID)
                chair.name = "free"
                if fromGuest { its.chair = chair } else { chair.guest = its }
                hall.floor = 7
                try form.save()
                if othersSave {
                    let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                    try other.existingObject(with: guest.objectID).age = 1
                    try other.save()
                }
                try assertOnePair(parent, what)
                try parent.save()
                try assertOnePair(parent, what)
                try assertOnePair(ManagedObjectContext(concurrencyType: .mainQueue, container: container), what)
                try container.inBackground { context in
                    XCTAssertEqual(try context.fetch(FetchRequest<Theatre>()).map(\.chairs.count), [1], what)
                }
            }
        }
    }

    private func assertOnePair(_ context: ManagedObjectContext, _ what: String) throws {
        let chairs = try context.fetch(FetchRequest<Armchair>())
        XCTAssertEqual(chairs.filter { $0.guest != nil }.map(\.name), ["free"], what)
        XCTAssertEqual(try context.fetch(FetchRequest<Spectator>()).map { $0.chair?.name }, ["free"], what)
    }
}
