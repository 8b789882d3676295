import Foundation
import Signals
import SignalsStore
import XCTest

/// Observers of an object are notified before its relationships change, whatever changes them.
final class ObservedRelationshipsTests: XCTestCase {
    /// What an object's relationships were each time that it said it would change.
    // SAFETY: used on the queue of its object.
    private final class Watch<Value>: @unchecked Sendable {
        var before: [Value] = []
        private var cancellable: AnyCancellable?

        init(_ object: ManagedObject, _ value: @escaping () -> Value) {
            let value = Unchecked(value)
            cancellable = object.objectWillChange.sink { [unowned self] in before.append(value.value()) }
        }
    }

    private struct Scene {
        let container: PersistentContainer
        let here: ManagedObjectContext
        let ada: Member
        let ben: Member
        let dust: Job
        let chess: Club
    }

    private func scene() throws -> Scene {
        let container = try makeContainer(makeHousehold())
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        here.automaticallyMergesChangesFromParent = true
        here.isUndoEnabled = true
        let scene = Scene(
            container: container, here: here, ada: Member("Ada", in: here), ben: Member("Ben", in: here),
            dust: Job("Dust", in: here), chess: Club("Chess", in: here))
        try here.save()
        _ = (scene.ada.jobs.count, scene.ada.clubs.count, scene.chess.members.count, scene.dust.assignee?.name)
        _ = scene.ben.jobs.count
        return scene
    }

    private func elsewhere(_ scene: Scene, _ change: @Sendable (ManagedObjectContext) throws -> Void) throws {
        try scene.container.inBackground { context in
            try change(context)
            try context.save()
        }
        _ = try scene.here.count(for: FetchRequest<Room>())
        scene.here.processPendingChanges()
    }

    func testAnOwnerIsNotifiedOfItsMembersWhoeverMovesThem() throws {
        let scene = try scene()
        let (ada, dust, here) = (scene.ada, scene.dust, scene.here)
        let watch = Watch(ada) { ada.jobs.count }
        dust.assignee = ada
        XCTAssertEqual(watch.before.popLast(), 0)
        here.undo()
        XCTAssertEqual(watch.before.popLast(), 1)
        here.redo()
        XCTAssertEqual(watch.before.popLast(), 0)
        here.rollback()
        XCTAssertEqual(watch.before.popLast(), 1)
        try elsewhere(scene) { context in
            (try context.find("Dust") as Job).assignee = try context.find(Member.self, "Ada")
        }
        XCTAssertEqual(ada.jobs.count, 1)
        XCTAssertEqual(watch.before.popLast(), 0)
        dust.assignee = nil
        XCTAssertEqual(watch.before.popLast(), 1)
        here.refresh(dust, mergeChanges: false)
        XCTAssertEqual(ada.jobs.count, 1)
        XCTAssertEqual(watch.before.popLast(), 0)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: here)
        let mine = try child.existingObject(with: dust.objectID)
        mine.assignee = try child.existingObject(with: scene.ben.objectID)
        try child.save()
        XCTAssertEqual(ada.jobs.count, 0)
        XCTAssertEqual(watch.before.popLast(), 1)
        mine.assignee = try child.existingObject(with: ada.objectID)
        try child.saveThroughParent()
        XCTAssertEqual(ada.jobs.count, 1)
        XCTAssertEqual(watch.before.popLast(), 0)
        try elsewhere(scene) { context in context.delete(try context.find("Dust") as Job) }
        XCTAssertEqual(ada.jobs.count, 0)
        XCTAssertEqual(watch.before.popLast(), 1)
        try elsewhere(scene) { context in Job("Mop", in: context).assignee = try context.find(Member.self, "Ada") }
        XCTAssertEqual(watch.before.last, 0)
        XCTAssertEqual(ada.jobs.count, 1)
    }

    func testBothEndsAreNotifiedOfLinksThatOthersMakeAndEnd() throws {
        let scene = try scene()
        let (ada, chess) = (scene.ada, scene.chess)
        let (one, other) = (Watch(ada) { ada.clubs.count }, Watch(chess) { chess.members.count })
        let changes = Locked<[ObjectChanges]>([])
        let cancellable = scene.here.objectsDidChange.sink { changed in changes.withLock { $0.append(changed) } }
        for isMember in [true, false] {
            try elsewhere(scene) { context in
                let chess: Club = try context.find("Chess")
                chess.members = isMember ? [try context.find(Member.self, "Ada")] : []
            }
            XCTAssertEqual(ada.clubs.count, isMember ? 1 : 0)
            XCTAssertEqual(one.before, isMember ? [0] : [0, 1])
            XCTAssertEqual(other.before, one.before)
            XCTAssertEqual(
                changes.withLock { $0.last?.refreshedObjectIDs.map { "\($0)" }.sorted() },
                ["\(ada.objectID)", "\(chess.objectID)"].sorted())
        }
        withExtendedLifetime(cancellable) {}
    }

    func testARefreshThatTakesChangesBackIsAnnounced() throws {
        let scene = try scene()
        let (dust, here) = (scene.dust, scene.here)
        dust.minutes = 4
        here.processPendingChanges()
        let watch = Watch(dust) { dust.minutes }
        let changes = Locked<[ObjectChanges]>([])
        let cancellable = here.objectsDidChange.sink { changed in changes.withLock { $0.append(changed) } }
        here.refresh(dust, mergeChanges: false)
        here.processPendingChanges()
        XCTAssertEqual(dust.minutes, 0)
        XCTAssertEqual(watch.before, [4])
        XCTAssertEqual(changes.withLock { $0.map(\.refreshedObjectIDs.count) }, [1])
        withExtendedLifetime(cancellable) {}
    }

    func testARefreshThatTakesADeletionBackIsAnnouncedByWhatLeadsToIt() throws {
        let scene = try scene()
        let (ada, dust, here) = (scene.ada, scene.dust, scene.here)
        dust.assignee = ada
        try here.save()
        here.delete(ada)
        let watch = Watch(dust) { dust.assignee == nil }
        here.refresh(ada, mergeChanges: false)
        XCTAssertEqual(dust.assignee?.name, "Ada")
        XCTAssertEqual(watch.before, [true])
    }

    func testAFormsDeletionIsAnnouncedBeforeReferencesAreEnded() throws {
        let scene = try scene()
        let (ada, dust, here) = (scene.ada, scene.dust, scene.here)
        dust.assignee = ada
        try here.save()
        let watch = Watch(dust) { dust.assignee == nil }
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: here)
        child.delete(try child.existingObject(with: ada.objectID))
        try child.saveThroughParent()
        XCTAssertNil(dust.assignee)
        XCTAssertEqual(watch.before.first, false)
    }
}
