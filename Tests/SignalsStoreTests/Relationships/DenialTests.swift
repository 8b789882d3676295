import Foundation
import SignalsStore
import XCTest

private final class Driver: ManagedObject {
    @Attribute var name = ""
    @Relationship var cars: Set<Car> = []
    @Relationship var friends: Set<Driver> = []
}

/// Not without its driver.
private final class Car: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Driver.cars, deleteRule: .deny) var driver: Driver?
}

extension Driver: Named {}
extension Car: Named {}

/// Deny, as the rule of a relationship to one.
final class DenialTests: XCTestCase {
    private func makeCars() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Driver.self, Car.self))
        try container.inBackground { context in
            Car("Red", in: context).driver = Driver("Ada", in: context)
            try context.save()
        }
        return container
    }

    func testItIsAskedAndAFailedSaveLeavesNothingBehind() throws {
        let container = try makeCars()
        try container.inBackground { context in
            let (red, ada): (Car, Driver) = (try context.find("Red"), try context.find("Ada"))
            XCTAssertEqual(ada.cars, [red])
            context.delete(red)
            XCTAssertEqual(ada.cars, [])
            XCTAssertTrue(red.driver === ada, "nothing of it changes before the save")
            do {
                try context.save()
                XCTFail("saved")
            } catch {
                XCTAssertEqual((error as? SaveError).map { "\($0.reason)" }, "deletionDenied")
                XCTAssertEqual((error as? SaveError)?.attributeName, "driver")
            }
            context.rollback()
            XCTAssertEqual(ada.cars, [red])
        }
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Car>()) }, 1)
    }

    func testTheTargetMayGoWithItOrBeLetGoBefore() throws {
        let changes: [(Car, ManagedObjectContext) -> Void] = [
            { car, context in car.driver.map(context.delete) }, { car, _ in car.driver = nil },
        ]
        for change in changes {
            for throughChild in [false, true] {
                let container = try makeCars()
                try container.inBackground { parent in
                    let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                    try (throughChild ? child : parent).performAndWait {
                        let context = throughChild ? child : parent
                        let red: Car = try context.find("Red")
                        change(red, context)
                        context.delete(red)
                        try context.save()
                    }
                    try parent.save()
                }
                XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Car>()) }, 0)
            }
        }
    }

    /// Others changed the target, and the policy keeps it: the rule holds whichever was deleted first, and where.
    func testTheTargetWhoseDeletionIsGivenUpDeniesThatOfWhatRefersToIt() throws {
        for policy in [MergePolicy.rollback, .mergeByPropertyStoreTrump] {
            for (startsWithTarget, throughChild) in [(false, false), (true, false), (false, true), (true, true)] {
                let container = try makeCars()
                try container.inBackground { parent in
                    parent.mergePolicy = policy
                    let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                    try (throughChild ? child : parent).performAndWait {
                        let context = throughChild ? child : parent
                        let (red, ada): (Car, Driver) = (try context.find("Red"), try context.find("Ada"))
                        for object in startsWithTarget ? [ada, red] : [red, ada] { context.delete(object) }
                        if throughChild { try context.save() }
                    }
                    try container.inBackground { other in
                        try other.find(Driver.self, "Ada").name = "Eve"
                        try other.save()
                    }
                    XCTAssertThrowsError(try parent.save(), "\(policy), \(startsWithTarget), \(throughChild)") { error in
                        XCTAssertEqual((error as? SaveError).map { "\($0.reason)" }, "deletionDenied")
                    }
                }
                XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Car>()) }, 1)
            }
        }
    }

    func testAHolderThatWasNotReadIsChangedWhenWhatItHoldsIsDeleted() throws {
        let container = try makeCars()
        try container.inBackground { context in
            Driver("Bob", in: context).friends = [try context.find("Ada")]
            try context.save()
        }
        try container.inBackground { parent in
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            for context in [parent, child] {
                try context.performAndWait {
                    let bob: Driver = try context.find("Bob")
                    context.delete(try context.find(Driver.self, "Ada"))
                    XCTAssertTrue(context.updatedObjects.contains(bob))
                    context.rollback()
                    XCTAssertEqual(bob.friends.map(\.name), ["Ada"])
                }
            }
        }
    }

    func testRefreshingAnOwnerKeepsTheReferencesThatOthersHaveToIt() throws {
        let container = try makeCars()
        try container.inBackground { context in
            let (bob, red) = (Driver("Bob", in: context), try context.find(Car.self, "Red"))
            try context.save()
            red.driver = bob
            context.refresh(bob, mergeChanges: false)
            XCTAssertEqual(bob.cars, [red])
        }
    }

    func testDenyIsAskedOfWhatAChildsPolicyBringsBack() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { parent in
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            child.mergePolicy = .mergeByPropertyObjectTrump
            let shelf = Shelf("A", in: parent)
            (shelf.owner, _) = (Member("Ada", in: parent), Book("B", in: parent))
            try parent.save()
            try child.performAndWait {
                let (copy, book): (Shelf, Book) = (try child.find("A"), try child.find("B"))
                try container.inBackground { other in
                    other.delete(try other.find(Book.self, "B"))
                    try other.save()
                }
                parent.refreshAllObjects()
                book.shelf = copy
                child.delete(copy)
                XCTAssertThrowsError(try child.save()) { error in
                    XCTAssertEqual("\((error as? SaveError)?.reason ?? .closed)", "deletionDenied")
                }
            }
            XCTAssertFalse(parent.hasChanges)
            XCTAssertEqual(try parent.count(for: FetchRequest<Book>()), 0)
        }
    }
}
