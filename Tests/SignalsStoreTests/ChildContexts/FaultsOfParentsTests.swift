import Foundation
import SignalsStore
import XCTest

/// Children that read what their parents hold as faults.
final class FaultsOfParentsTests: XCTestCase {
    func testMembersThatAreFaultsInTheParentHaveTheirValuesInTheChild() throws {
        let container = try makeContainer(makeHousehold())
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, ben, club) = (Member("Ada", in: other), Member("Ben", in: other), Club("Chess", in: other))
        let (job, plan) = (Job("Dust", in: other), Plan("Spring", in: other))
        try other.save()

        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let owner = parent.object(with: ada.objectID)
        owner.friends = [parent.object(with: ben.objectID)]
        owner.clubs = [parent.object(with: club.objectID)]
        owner.jobs = [parent.object(with: job.objectID)]
        parent.object(with: plan.objectID).helpers = [parent.object(with: ben.objectID)]
        XCTAssertTrue(parent.object(with: ben.objectID).isFault)

        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let read = child.object(with: ada.objectID)
        XCTAssertEqual(
            read.friends.map(\.name) + read.clubs.map(\.name) + read.jobs.map(\.name), ["Ben", "Chess", "Dust"])
        XCTAssertEqual(child.object(with: plan.objectID).helpers.map(\.name), ["Ben"])
    }

    func testMembersThatWereRefreshedInTheParentHaveTheirValuesInTheChild() throws {
        let container = try makeContainer(makeHousehold())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, ben, club) = (Member("Ada", in: parent), Member("Ben", in: parent), Club("Chess", in: parent))
        ada.friends = [ben]
        ada.clubs = [club]
        try parent.save()
        parent.refresh(ben, mergeChanges: false)
        parent.refresh(club, mergeChanges: false)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let read = child.object(with: ada.objectID)
        XCTAssertEqual(read.friends.map(\.name) + read.clubs.map(\.name), ["Ben", "Chess"])
    }

    /// Its link to what is deleted ended in the parent, where nobody has read it.
    func testADeletionThatTheParentMadeTooLeavesWhoReferredOneWayToTheObjectUnchanged() throws {
        let container = try makeContainer(makeHousehold())
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, ben) = (Member("Ada", in: other), Member("Ben", in: other))
        ada.friends = [ben]
        try other.save()
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let held = try child.fetch(FetchRequest<Member>(sortBy: [SortDescriptor(\.name)]))
        held[1].name = "Benjamin"
        parent.delete(parent.object(with: ben.objectID))
        child.refreshAllObjects()
        child.delete(held[1])
        XCTAssertEqual(child.updatedObjects, [])
        XCTAssertEqual(child.deletedObjects, [held[1]])
    }
}
