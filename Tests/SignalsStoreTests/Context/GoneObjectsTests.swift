import SignalsStore
import XCTest

/// Objects that are gone, in each of the ways in which that comes about, and that the program holds.
final class GoneObjectsTests: XCTestCase {
    private struct Scene {
        let container: PersistentContainer
        let context: ManagedObjectContext
        let ada: Member
        let dust: Job
        let plan: Plan
        let desk: Desk
        var all: [ManagedObject] { [ada, dust, plan, desk] }
    }

    private func makeScene(saved: Bool) throws -> Scene {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.isUndoEnabled = true
        let (ada, bob) = (Member("Ada", in: context), Member("Bob", in: context))
        let (dust, plan, desk) = (Job("Dust", in: context), Plan(context: context), Desk("oak", in: context))
        ada.friends = [bob]
        dust.assignee = ada
        plan.steps = [dust]
        plan.helpers = [bob, ada]
        desk.owner = ada
        ada.children = [bob]
        if saved { try context.save() }
        return Scene(container: container, context: context, ada: ada, dust: dust, plan: plan, desk: desk)
    }

    private func assertAlone(_ scene: Scene, _ way: String) {
        for object in scene.all { XCTAssertNil(object.managedObjectContext, way) }
        XCTAssertEqual(scene.ada.jobs, [], way)
        XCTAssertEqual(scene.ada.friends, [], way)
        XCTAssertEqual(scene.ada.children, [], way)
        XCTAssertNil(scene.ada.desk, way)
        XCTAssertNil(scene.dust.assignee, way)
        XCTAssertNil(scene.dust.plan, way)
        XCTAssertEqual(scene.plan.steps, [], way)
        XCTAssertEqual(scene.plan.helpers, [], way)
        XCTAssertNil(scene.desk.owner, way)
    }

    func testRelationshipsOfWhatWasResetAreEmpty() throws {
        for saved in [false, true] {
            let scene = try makeScene(saved: saved)
            scene.context.reset()
            assertAlone(scene, "saved: \(saved)")
            XCTAssertEqual(scene.context.registeredObjects.count, 0)
        }
    }

    func testRelationshipsOfWhatWasRolledBackAreEmpty() throws {
        let scene = try makeScene(saved: false)
        scene.context.rollback()
        assertAlone(scene, "rolled back")
    }

    func testRelationshipsOfWhatUndoTookBackAreEmpty() throws {
        let scene = try makeScene(saved: false)
        while scene.context.canUndo { scene.context.undo() }
        assertAlone(scene, "undone")
        while scene.context.canRedo { scene.context.redo() }
        XCTAssertEqual(scene.ada.jobs, [scene.dust])
        XCTAssertEqual(scene.plan.helpers.map(\.name), ["Bob", "Ada"])
        XCTAssertTrue(scene.desk.owner === scene.ada)
    }

    func testRelationshipsOfWhatWasDeletedAndSavedAreEmpty() throws {
        let scene = try makeScene(saved: true)
        for object in scene.all { scene.context.delete(object) }
        try scene.context.save()
        assertAlone(scene, "deleted")
    }

    func testRelationshipsOfWhatOthersDeletedAreEmpty() throws {
        let scene = try makeScene(saved: true)
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: scene.container)
        other.delete(try other.existingObject(with: scene.ada.objectID))
        other.delete(try other.existingObject(with: scene.dust.objectID))
        other.delete(try other.existingObject(with: scene.plan.objectID))
        other.delete(try other.existingObject(with: scene.desk.objectID))
        try other.save()
        scene.context.refreshAllObjects()
        assertAlone(scene, "deleted elsewhere")
    }
}
