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

/// Not as long as it has students.
private final class Course: ManagedObject {
    @Relationship(inverse: \Student.courses, deleteRule: .deny) var students: Set<Student> = []
}

private final class Student: ManagedObject {
    @Attribute var grade = 0
    @Relationship var courses: Set<Course> = []
    @Relationship var teams: Set<Team> = []
}

/// Deleted with its members, although they may have others.
private final class Team: ManagedObject {
    @Relationship(inverse: \Student.teams, deleteRule: .cascade) var members: Set<Student> = []
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
                    XCTAssertThrowsError(try parent.save(), "\(policy), \(startsWithTarget), \(throughChild)") {
                        error in
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

    /// The member was to go with another owner, and the child's policy keeps it.
    func testDenyIsAskedOfAMemberWhoseDeletionAChildGivesUp() throws {
        let container = try makeContainer(ManagedObjectModel(Course.self, Student.self, Team.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        child.mergePolicy = .rollback
        let (course, student, team) = (Course(context: parent), Student(context: parent), Team(context: parent))
        team.members = [student]
        try parent.save()
        child.delete(try child.existingObject(with: course.objectID))
        child.delete(try child.existingObject(with: team.objectID))
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let theirs = try other.existingObject(with: student.objectID)
        theirs.grade = 4
        try other.existingObject(with: course.objectID).students = [theirs]
        try other.save()
        parent.refreshAllObjects()
        XCTAssertThrowsError(try child.save()) { error in
            XCTAssertEqual((error as? SaveError).map { "\($0.reason)" }, "deletionDenied")
        }
        XCTAssertFalse(parent.hasChanges)
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
