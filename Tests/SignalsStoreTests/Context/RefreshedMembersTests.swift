import SignalsStore
import XCTest

/// Relationships of an object that is refreshed.
final class RefreshedMembersTests: XCTestCase {
    func testARefreshThatMergesBringsMembersUpToDate() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, plan, chess) = (Member("Ada", in: context), Plan("Spring", in: context), Club("Chess", in: context))
        let own = Club("Own", in: context)
        try context.save()
        ada.clubs = [own]
        XCTAssertEqual(ada.jobs.count + plan.steps.count + plan.helpers.count, 0)
        try container.inBackground { other in
            let job = Job("Mop", in: other)
            (job.assignee, job.plan) = (other.object(with: ada.objectID), other.object(with: plan.objectID))
            other.object(with: ada.objectID).clubs.insert(other.object(with: chess.objectID))
            other.object(with: plan.objectID).helpers = [other.object(with: ada.objectID)]
            try other.save()
        }
        XCTAssertEqual(ada.jobs.count + plan.steps.count + plan.helpers.count, 0)
        context.refresh(ada, mergeChanges: true)
        context.refresh(plan, mergeChanges: true)
        XCTAssertEqual(ada.jobs.names, ["Mop"])
        XCTAssertEqual(ada.clubs.sortedNames, ["Chess", "Own"])
        XCTAssertEqual(plan.steps.names, ["Mop"])
        XCTAssertEqual(plan.helpers.names, ["Ada"])
    }

    func testAnOwnerThatIsLetGoOfAfterARefreshHasItsPendingMembersWhenItIsReadAgain() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.isUndoEnabled = false
        let (ada, job, shelf) = (Member("Ada", in: context), Job("Mop", in: context), Shelf("Shelf", in: context))
        let book = Book("Book", in: context)
        shelf.owner = ada
        try context.save()
        let (owner, top) = (ada.objectID, shelf.objectID)
        let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: context)
        form.isUndoEnabled = false
        let (mine, read) = (form.object(with: job.objectID), form.object(with: book.objectID))
        func deleteAndTakeBack() {
            (mine.assignee, read.shelf) = (form.object(with: owner), form.object(with: top))
            let shelf = form.object(with: top)
            form.delete(shelf)
            XCTAssertThrowsError(try form.save())
            form.refresh(shelf, mergeChanges: false)
            form.refresh(form.object(with: owner), mergeChanges: false)
        }
        deleteAndTakeBack()
        XCTAssertEqual(form.object(with: top).books, [read])
        XCTAssertEqual(form.object(with: owner).jobs, [mine])
    }

    func testAnOwnerThatIsBackHasTheChangedMemberWhoseRowOthersDeleted() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = true
        let (ada, job) = (Member("Ada", in: context), Job("Mop", in: context))
        job.assignee = ada
        try context.save()
        context.delete(ada)
        try container.inBackground { other in
            other.delete(other.object(with: job.objectID))
            try other.save()
        }
        job.minutes = 1
        XCTAssertEqual(try context.fetch(FetchRequest<Job>()), [job])
        context.refresh(ada, mergeChanges: false)
        XCTAssertTrue(job.assignee === ada)
        XCTAssertEqual(ada.jobs, [job])
    }
}
