import SignalsStore
import XCTest

/// Relationships that are the first thing a program asks of a fault.
final class FirstAccessTests: XCTestCase {
    private let first: [(String, (ManagedObjectContext, Scene) -> [String])] = [
        ("one to many", { $0.object(with: $1.job).assignee.names }),
        ("one to many in an order", { $0.object(with: $1.job).plan.names }),
        ("one way to one", { $0.object(with: $1.job).room.names }),
        ("one to one, kept here", { $0.object(with: $1.desk).owner.names }),
        ("one to one, kept there", { $0.object(with: $1.ada).desk.names }),
        ("the same class", { $0.object(with: $1.ben).mother.names }),
        ("many to one", { $0.object(with: $1.ada).jobs.names }),
        ("many to one in an order", { $0.object(with: $1.plan).steps.names }),
        ("many to many", { $0.object(with: $1.ada).clubs.names }),
        ("one way to many", { $0.object(with: $1.ada).friends.names }),
        ("one way to many in an order", { $0.object(with: $1.plan).helpers.names }),
    ]

    private let expected = ["Ada", "Plan", "Room", "Ada", "Desk", "Ada", "Job", "Job", "Club", "Ben", "Ben"]

    func testRelationshipsOfAFaultAreReadAtTheFirstAccess() throws {
        let scene = try Scene(makeContainer(makeHousehold()))
        for ((what, read), name) in zip(first, expected) {
            let context = ManagedObjectContext(concurrencyType: .mainQueue, container: scene.container)
            XCTAssertEqual(read(context, scene), [name], what)
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: scene.context)
            XCTAssertEqual(read(child, scene), [name], "\(what), in a child")
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: scene.container)
            let lower = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            XCTAssertEqual(read(lower, scene), [name], "\(what), in a child of a context that has read nothing")
        }
    }

    /// It referred to nothing when it was read.
    func testRelationshipsOfAFaultThatOthersSavedAreReadAtTheFirstAccess() throws {
        let scene = try Scene(makeContainer(makeHousehold()), isRelated: false)
        let readers = try (0..<4).map { number in
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: scene.container)
            let context = number < 2 ? parent : ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            for (what, read) in first { XCTAssertEqual(read(context, scene), [], what) }
            return (context: context, held: try scene.all(in: context), parent: parent)
        }
        try scene.relate()
        for (number, reader) in readers.enumerated() {
            for ((what, read), name) in zip(first, expected) {
                if number % 2 == 0 {
                    for object in reader.held { reader.context.refresh(object, mergeChanges: false) }
                } else {
                    for object in reader.held { reader.context.refresh(object, mergeChanges: true) }
                }
                if reader.parent !== reader.context { reader.parent.refreshAllObjects() }
                XCTAssertEqual(read(reader.context, scene), [name], "\(what), reader \(number)")
            }
        }
    }

    func testAnAssignmentToAFaultPartsItFromWhatItReferredTo() throws {
        let scene = try Scene(makeContainer(makeHousehold()))
        for isChild in [false, true] {
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: scene.container)
            let context = isChild ? ManagedObjectContext(concurrencyType: .mainQueue, parent: parent) : parent
            let (ada, plan) = (context.object(with: scene.ada), context.object(with: scene.plan))
            XCTAssertEqual(
                ada.jobs.names + ada.children.names + ada.desk.names + plan.steps.names, ["Job", "Ben", "Desk", "Job"])
            for object in try scene.all(in: context) { context.refresh(object, mergeChanges: false) }
            context.object(with: scene.job).assignee = nil
            context.object(with: scene.job).plan = nil
            context.object(with: scene.ben).mother = nil
            context.object(with: scene.desk).owner = nil
            XCTAssertEqual(ada.jobs.names + ada.children.names + ada.desk.names + plan.steps.names, [])
        }
    }

    func testAFaultThatIsPutIntoAnotherSetLeavesItsOwn() throws {
        let scene = try Scene(makeContainer(makeHousehold()))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: scene.container)
        let (ada, ben) = (context.object(with: scene.ada), context.object(with: scene.ben))
        ben.jobs = [context.object(with: scene.job)]
        ben.desk = context.object(with: scene.desk)
        XCTAssertEqual(ada.jobs.names + ada.desk.names, [])
        try context.save()
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: scene.container)
        XCTAssertEqual(other.object(with: scene.job).assignee?.name, "Ben")
        XCTAssertEqual(other.object(with: scene.desk).owner?.name, "Ben")
    }

    /// A household with one object of each class, and a link of each kind.
    private struct Scene {
        let container: PersistentContainer
        let context: ManagedObjectContext
        let ada, ben: ManagedObjectID<Member>
        let job: ManagedObjectID<Job>
        let plan: ManagedObjectID<Plan>
        let desk: ManagedObjectID<Desk>

        init(_ container: PersistentContainer, isRelated: Bool = true) throws {
            self.container = container
            context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (ada, ben) = (Member("Ada", in: context), Member("Ben", in: context))
            let (job, plan, desk) = (Job("Job", in: context), Plan("Plan", in: context), Desk("Desk", in: context))
            _ = (Room("Room", in: context), Club("Club", in: context))
            try context.save()
            self.ada = ada.objectID
            self.ben = ben.objectID
            self.job = job.objectID
            self.plan = plan.objectID
            self.desk = desk.objectID
            if isRelated { try relate() }
        }

        func relate() throws {
            let (ada, ben) = (context.object(with: ada), context.object(with: ben))
            let job = context.object(with: job)
            job.assignee = ada
            job.plan = context.object(with: plan)
            job.room = try context.find("Room")
            context.object(with: plan).helpers = [ben]
            context.object(with: desk).owner = ada
            ben.mother = ada
            ada.clubs = [try context.find("Club")]
            ada.friends = [ben]
            try context.save()
        }

        func all(in context: ManagedObjectContext) throws -> [ManagedObject] {
            [
                context.object(with: ada), context.object(with: ben), context.object(with: job),
                context.object(with: plan), context.object(with: desk),
            ]
        }
    }
}

extension Optional where Wrapped: Named {
    fileprivate var names: [String] { map { [$0.name] } ?? [] }
}
