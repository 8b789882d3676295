import Foundation
import Signals
import SignalsStore
import XCTest

/// A context that does not follow others shows both ends of a link alike, whichever of them is brought up to date.
final class UnfollowedLinksTests: XCTestCase {
    private struct Scene {
        let here: ManagedObjectContext
        let ada: Member
        let chess: Club
        let plan: Plan
        /// The container's, or the parent of the context.
        let other: ManagedObjectContext
    }

    /// A context that has read who is in a club, and who helps with a plan; then others change that.
    private func scene(
        isMember: Bool, isChild: Bool, _ change: (Member, Club, Plan) -> Void
    ) throws -> Scene {
        let container = try makeContainer(makeHousehold())
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, chess, plan) = (Member("Ada", in: other), Club("Chess", in: other), Plan("Spring", in: other))
        if isMember {
            chess.members = [ada]
            plan.helpers = [ada]
        }
        try other.save()
        let here =
            isChild
            ? ManagedObjectContext(concurrencyType: .mainQueue, parent: other)
            : ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let scene = Scene(
            here: here, ada: try here.existingObject(with: ada.objectID),
            chess: try here.existingObject(with: chess.objectID), plan: try here.existingObject(with: plan.objectID),
            other: other)
        _ = (scene.ada.clubs.count, scene.chess.members.count, scene.plan.helpers.count)
        change(ada, chess, plan)
        if !isChild { try other.save() }
        return scene
    }

    private func expectAgreement(_ bringUpToDate: (Scene) throws -> Void, line: UInt = #line) throws {
        for (isMember, isChild) in [(true, true), (true, false), (false, true), (false, false)] {
            let scene = try scene(isMember: isMember, isChild: isChild) { ada, chess, plan in
                chess.members = isMember ? [] : [ada]
                plan.helpers = isMember ? [] : [ada]
            }
            try bringUpToDate(scene)
            let place = "was a member: \(isMember), child: \(isChild)"
            XCTAssertEqual(scene.chess.members, isMember ? [] : [scene.ada], place, line: line)
            XCTAssertEqual(scene.ada.clubs, isMember ? [] : [scene.chess], place, line: line)
            XCTAssertFalse(scene.here.hasChanges, place, line: line)
        }
    }

    func testBothEndsAreNewAfterAFetchOfEither() throws {
        try expectAgreement { _ = try $0.here.fetch(FetchRequest<Member>()) }
        try expectAgreement { _ = try $0.here.fetch(FetchRequest<Club>()) }
    }

    func testBothEndsAreNewAfterARefreshOfEither() throws {
        try expectAgreement { $0.here.refresh($0.ada, mergeChanges: true) }
        try expectAgreement { $0.here.refresh($0.chess, mergeChanges: true) }
    }

    func testWhatIsTakenOutAfterAFetchOfTheOtherEndIsTakenOut() throws {
        let scene = try scene(isMember: false, isChild: false) { ada, chess, _ in chess.members = [ada] }
        _ = try scene.here.fetch(FetchRequest<Member>())
        scene.chess.members.remove(scene.ada)
        XCTAssertEqual(scene.ada.clubs, [])
        try scene.here.save()
        scene.other.refreshAllObjects()
        let chess: Club = try scene.other.find("Chess")
        XCTAssertEqual(chess.members, [])
    }

    func testLinksAreMergedFromTheChangesOfAnotherContext() throws {
        for isMember in [false, true] {
            let changes = Locked<ObjectChanges?>(nil)
            var cancellable: AnyCancellable?
            let scene = try scene(isMember: isMember, isChild: false) { ada, chess, plan in
                cancellable = ada.managedObjectContext?.didSave.sink { saved in changes.withLock { $0 = saved } }
                chess.members = isMember ? [] : [ada]
                plan.helpers = isMember ? [] : [ada]
            }
            scene.here.mergeChanges(from: try XCTUnwrap(changes.withLock { $0 }))
            XCTAssertEqual(scene.ada.clubs, isMember ? [] : [scene.chess])
            XCTAssertEqual(scene.chess.members, isMember ? [] : [scene.ada])
            XCTAssertEqual(scene.plan.helpers, isMember ? [] : [scene.ada])
            withExtendedLifetime(cancellable) {}
        }
    }

    func testAPinnedContextMergesLinksAndMovesItsPin() throws {
        let changes = Locked<ObjectChanges?>(nil)
        var cancellable: AnyCancellable?
        let container = try makeContainer(makeHousehold())
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, chess) = (Member("Ada", in: other), Club("Chess", in: other))
        try other.save()
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        try here.setQueryGeneration(.current)
        let mine = try here.existingObject(with: ada.objectID)
        XCTAssertEqual(mine.clubs, [])
        cancellable = other.didSave.sink { saved in changes.withLock { $0 = saved } }
        chess.members = [ada]
        try other.save()
        here.refresh(mine, mergeChanges: true)
        XCTAssertEqual(mine.clubs, [])
        here.mergeChanges(from: try XCTUnwrap(changes.withLock { $0 }))
        XCTAssertEqual(mine.clubs.map(\.name), ["Chess"])
        withExtendedLifetime(cancellable) {}
    }
}
