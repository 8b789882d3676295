import Foundation
import Signals
import SignalsStore
import XCTest

private final class Crate: ManagedObject {
    @Relationship(deleteRule: .nullify) var bottles: Set<Bottle> = []
}

private final class Bottle: ManagedObject {
    @Relationship(inverse: \Crate.bottles) var crate: Crate?
}

final class AbsorbingOrderTests: XCTestCase {
    /// A project "old" with three duties, and an empty one, "new".
    private func makeProject() throws -> PersistentContainer {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            _ = Project("new", in: context)
            let old = Project("old", in: context)
            for number in 0..<3 { Duty("\(number)", in: context).project = old }
            try context.save()
        }
        return container
    }

    @Sendable private static func moveAndDelete(_ context: ManagedObjectContext) throws {
        let (old, new): (Project, Project) = (try context.find("old"), try context.find("new"))
        for duty in old.duties { duty.project = new }
        context.delete(old)
    }

    private func contents(_ container: PersistentContainer) throws -> [String] {
        try container.inBackground { context in
            try context.fetch(FetchRequest<Duty>()).map { "\($0.name) in \($0.project?.name ?? "nothing")" }.sorted()
        }
    }

    private let moved = ["0 in new", "1 in new", "2 in new"]

    func testMembersThatAChildMovedAwayBeforeItDeletedTheOwnerSurvive() throws {
        let container = try makeProject()
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait {
            try Self.moveAndDelete(child)
            try child.save()
        }
        try parent.performAndWait { try parent.save() }
        XCTAssertEqual(try contents(container), moved)
    }

    func testMembersThatAChildMovesAfterTheParentDeletedTheOwnerStay() throws {
        let container = try makeContainer(ManagedObjectModel(Crate.self, Bottle.self))
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let (bottle, crate) = try parent.performAndWait {
            let (old, new, bottle) = (Crate(context: parent), Crate(context: parent), Bottle(context: parent))
            old.bottles.insert(bottle)
            try parent.save()
            parent.delete(old)
            return (bottle.objectID, new.objectID)
        }
        try child.performAndWait {
            child.object(with: crate).bottles.insert(child.object(with: bottle))
            try child.save()
        }
        try parent.performAndWait { try parent.save() }
        let isThere = try container.inBackground { try $0.existingObject(with: bottle).crate?.objectID == crate }
        XCTAssertTrue(isThere)
    }

    func testMembersThatAKeyedTaskMovedAwayBeforeItDeletedTheOwnerSurvive() async throws {
        let container = try makeProject()
        try await container.performBackgroundTask(idempotencyKey: "move") { context in
            try Self.moveAndDelete(context)
            try context.save()
        }.value
        XCTAssertEqual(try contents(container), moved)
    }

    func testMembersThatAFormMovedAwayBeforeItDeletedTheOwnerSurvive() throws {
        let container = try makeProject()
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait { try parent.fetch(FetchRequest<Project>()).forEach { _ = $0.duties.count } }
        try child.performAndWait {
            try Self.moveAndDelete(child)
            try child.saveThroughParent()
        }
        XCTAssertEqual(try contents(container), moved)
    }

    func testMembersThatTheParentMovedToADeletedOwnerGoWithIt() throws {
        let container = try makeProject()
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait { child.delete(try child.find(Project.self, "new")) }
        try parent.performAndWait { (try parent.find(Duty.self, "1")).project = try parent.find("new") }
        try child.performAndWait { try child.save() }
        try parent.performAndWait { try parent.save() }
        XCTAssertEqual(try contents(container), ["0 in old", "2 in old"])
    }

    func testANewOwnerOfAChildHasItsMembersInTheParent() throws {
        let container = try makeProject()
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait {
            let owner = Project("fresh", in: child)
            for duty in try child.fetch(FetchRequest<Duty>()) { duty.project = owner }
            Duty("3", in: child).project = owner
            try child.save()
        }
        try parent.performAndWait {
            let owner: Project = try parent.find("fresh")
            XCTAssertEqual(owner.duties.sortedNames, ["0", "1", "2", "3"])
            try parent.save()
            XCTAssertEqual(owner.duties.sortedNames, ["0", "1", "2", "3"])
        }
    }

    func testADeletionInTheParentTakesWhatAChildBroughtToAnOwnerThatWasNotInMemory() throws {
        let container = try makeProject()
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let id = try child.performAndWait {
            let owner: Project = try child.find("new")
            Duty("3", in: child).project = owner
            let id = owner.objectID
            try child.save()
            return id
        }
        try parent.performAndWait {
            let owner = try parent.existingObject(with: id)
            XCTAssertEqual(owner.duties.sortedNames, ["3"])
            parent.delete(owner)
            try parent.save()
        }
        XCTAssertEqual(try contents(container), ["0 in old", "1 in old", "2 in old"])
    }

    func testUndoneReferencesToAnOwnerThatIsNotInMemoryCountInItsToMany() throws {
        let container = try makeProject()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            context.isUndoEnabled = true
            let duty: Duty = try context.find("0")
            duty.project = nil
            try context.save()
            context.undo()
            XCTAssertEqual((try context.find(Project.self, "old")).duties.sortedNames, ["0", "1", "2"])
            XCTAssertTrue(duty.project?.duties.contains(duty) ?? false)
        }
    }
}
