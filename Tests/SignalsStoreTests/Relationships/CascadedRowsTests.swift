import Foundation
import Signals
import SignalsBattery
import SignalsCore
import SignalsStore
import XCTest

private final class Crate: ManagedObject {
    @Attribute var name = ""
    @Relationship(deleteRule: .cascade) var bottles: Set<Bottle> = []
}
private class Bottle: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Crate.bottles) var crate: Crate?
}
private let heard = Locked<[String]>([])
private func hear(_ method: String) { heard.withLock { $0.append(method) } }

private final class AwakingBottle: Bottle { override func awakeFromFetch() { hear("awakeFromFetch") } }
private final class SavingBottle: Bottle { override func willSave() { hear("willSave") } }
private final class SavedBottle: Bottle { override func didSave() { hear("didSave") } }
private final class ValidatingBottle: Bottle {
    override func validateForDelete() throws { hear("validateForDelete") }
}

extension Crate: Named {}
extension Bottle: Named {}

/// Members that are deleted with their owners, and that nobody has read.
final class CascadedRowsTests: XCTestCase {
    /// Crates with three bottles each, or as many, of one class.
    private func crates(
        _ names: String..., bottles count: Int = 3, of type: Bottle.Type = Bottle.self
    ) throws -> PersistentContainer {
        let isSubclass = type != Bottle.self
        let model =
            isSubclass
            ? ManagedObjectModel(Crate.self, Bottle.self, type) : ManagedObjectModel(Crate.self, Bottle.self)
        let container = try makeContainer(model)
        try container.inBackground { context in
            for name in names {
                let crate = Crate(name, in: context)
                for number in 0..<count {
                    let bottle = type.init(context: context)
                    (bottle.name, bottle.crate) = ("\(name)\(number)", crate)
                }
            }
            try context.save()
        }
        return container
    }

    private func bottles(_ container: PersistentContainer) throws -> [String] {
        try container.inBackground { try $0.fetch(FetchRequest<Bottle>()).map(\.name).sorted() }
    }

    func testTheyAreDeletedObjectsForWhoeverLooks() throws {
        let container = try crates("a", "b")
        try container.inBackground { context in
            context.delete(try context.find(Crate.self, "a"))
            let deleted = context.deletedObjects.compactMap { $0 as? Bottle }
            XCTAssertEqual(deleted.map(\.name).sorted(), ["a0", "a1", "a2"])
            XCTAssertTrue(deleted.allSatisfy { $0.isDeleted && $0.crate == nil })
            XCTAssertEqual(context.deletedObjects.count, 4)
            XCTAssertEqual(context.updatedObjects, [])
            try context.save()
            XCTAssertTrue(deleted.allSatisfy { $0.managedObjectContext == nil })
        }
        XCTAssertEqual(try bottles(container), ["b0", "b1", "b2"])
    }

    func testAFetchBeforeTheSaveFindsNoneOfThem() throws {
        let container = try crates("a", "b", "c")
        try container.inBackground { context in
            for name in ["a", "b"] {
                context.delete(try context.find(Crate.self, name))
                XCTAssertFalse(try context.fetch(FetchRequest<Bottle>()).contains { $0.name.hasPrefix(name) })
            }
            XCTAssertEqual(try context.count(for: FetchRequest<Bottle>()), 3)
            try context.save()
        }
        XCTAssertEqual(try bottles(container), ["c0", "c1", "c2"])
    }

    func testAClassThatOverridesOneOfItsMethodsHearsOfEach() throws {
        let classes: [(Bottle.Type, String)] = [
            (AwakingBottle.self, "awakeFromFetch"), (SavingBottle.self, "willSave"), (SavedBottle.self, "didSave"),
            (ValidatingBottle.self, "validateForDelete"),
        ]
        for (type, method) in classes {
            let container = try crates("a", of: type)
            heard.withLock { $0 = [] }
            try container.inBackground { context in
                context.delete(try context.find(Crate.self, "a"))
                try context.save()
            }
            XCTAssertEqual(heard.withLock { $0 }, [method, method, method])
            XCTAssertEqual(try bottles(container), [])
        }
    }

    func testOthersChangesOfUnreadRowsBeforeTheSaveAreNoConflict() throws {
        let container = try crates("a", "b", bottles: 30)
        let follower = container.newBackgroundContext()
        follower.automaticallyMergesChangesFromParent = true
        try follower.performAndWait {
            let held = try follower.fetch(FetchRequest<Bottle>())
            try container.inBackground { context in
                context.delete(try context.find(Crate.self, "a"))
                try container.inBackground { other in
                    try other.find(Bottle.self, "a1").name = "changed"
                    try other.find(Bottle.self, "a2").crate = try other.find(Crate.self, "b")
                    Bottle("new", in: other).crate = try other.find(Crate.self, "a")
                    try other.save()
                }
                try context.save()
                XCTAssertFalse(context.hasChanges)
            }
            _ = try follower.count(for: FetchRequest<Bottle>())
            XCTAssertEqual(held.count { $0.managedObjectContext == nil }, 29, "others are told of each")
        }
        XCTAssertEqual(try bottles(container), (["a2"] + (0..<30).map { "b\($0)" }).sorted())
    }

    func testAChangeThatOthersMakeOfOnesThatWereLookedAtIsAConflict() throws {
        // Few are deleted one by one, and many together.
        for count in [3, 30] {
            let container = try crates("a", "b", bottles: count)
            let kept = ((0..<count).filter { $0 != 1 }.map { "a\($0)" } + ["changed"]).sorted()
            try container.inBackground { context in
                context.delete(try context.find(Crate.self, "a"))
                XCTAssertEqual(context.deletedObjects.count, count + 1)
                try container.inBackground { other in
                    try other.find(Bottle.self, "a1").name = "changed"
                    try other.save()
                }
                XCTAssertThrowsError(try context.save()) { error in
                    let error = error as? SaveError
                    XCTAssertEqual(error?.entityName, "Bottle")
                    XCTAssertEqual(error?.conflict?.stored?["name"], .text("changed"))
                    XCTAssertEqual(error?.conflict?.base["name"], .text("a1"))
                }
                XCTAssertEqual(context.deletedObjects.count, count + 1)
                context.mergePolicy = .mergeByPropertyStoreTrump
                try context.save()
                let names = try context.find(Crate.self, "a").bottles.map(\.name)
                XCTAssertEqual(names.sorted(), kept, "nothing is left without its owner")
            }
            XCTAssertEqual(try bottles(container), (kept + (0..<count).map { "b\($0)" }).sorted())
        }
    }

    func testValuesThatOthersChangedAndPutBackAreNoConflict() throws {
        let container = try crates("a", bottles: 30)
        try container.inBackground { context in
            context.delete(try context.find(Crate.self, "a"))
            try container.inBackground { other in
                let bottle = try other.find(Bottle.self, "a11")
                for name in ["changed", "a11"] {
                    bottle.name = name
                    try other.save()
                }
            }
            try context.save()
        }
        XCTAssertEqual(try bottles(container), [])
    }

    func testManyAreDeletedWhateverTheirVersions() throws {
        let container = try crates("a", "b", "c", bottles: 700)
        try container.inBackground { context in
            for bottle in try context.fetch(FetchRequest<Bottle>()) where bottle.name.hasSuffix("7") {
                bottle.name += "0"
            }
            try context.save()
        }
        let follower = container.newBackgroundContext()
        follower.automaticallyMergesChangesFromParent = true
        try follower.performAndWait {
            let held = try follower.fetch(FetchRequest<Bottle>())
            try container.inBackground { context in
                for name in ["a", "b"] { context.delete(try context.find(Crate.self, name)) }
                try context.save()
            }
            XCTAssertEqual(try follower.count(for: FetchRequest<Bottle>()), 700)
            XCTAssertEqual(held.count { $0.managedObjectContext == nil }, 1400)
        }
        XCTAssertTrue(try bottles(container).allSatisfy { $0.hasPrefix("c") })
    }

    func testARollbackBringsThemBack() throws {
        let container = try crates("a")
        try container.inBackground { context in
            let crate = try context.find(Crate.self, "a")
            context.delete(crate)
            context.rollback()
            XCTAssertFalse(context.hasChanges)
            XCTAssertEqual(crate.bottles.map(\.name).sorted(), ["a0", "a1", "a2"])
            XCTAssertTrue(crate.bottles.allSatisfy { $0.crate === crate })
        }
    }

    func testWhoIsToldOfTheSaveIsToldOfEach() throws {
        let container = try crates("a")
        let told = Locked(0)
        try container.inBackground { context in
            let cancellable = context.didSave.sink { changes in told.withLock { $0 = changes.deletedObjectIDs.count } }
            defer { cancellable.cancel() }
            context.delete(try context.find(Crate.self, "a"))
            try context.save()
        }
        XCTAssertEqual(told.withLock { $0 }, 4)
    }

    func testOneThatIsReadAlreadyIsDeletedWithTheOthers() throws {
        let container = try crates("a")
        try container.inBackground { context in
            let bottle = try context.find(Bottle.self, "a1")
            context.delete(try context.find(Crate.self, "a"))
            XCTAssertTrue(bottle.isDeleted)
            XCTAssertNil(bottle.crate)
            try context.save()
        }
        XCTAssertEqual(try bottles(container), [])
    }
}
