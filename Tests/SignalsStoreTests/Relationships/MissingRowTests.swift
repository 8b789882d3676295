import SignalsStore
import XCTest

/// Faults whose rows others deleted.
final class MissingRowTests: XCTestCase {
    func testARelationshipThatIsAskedFirstOfAFaultWhoseRowIsGoneIsEmpty() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, job) = (Member("Ada", in: context), Job("Job", in: context))
        try context.save()
        let ids = (ada.objectID, job.objectID)
        context.delete(ada)
        context.delete(job)
        try context.save()
        for reader in [context, ManagedObjectContext(concurrencyType: .mainQueue, parent: context)] {
            let (ada, job) = (reader.object(with: ids.0), reader.object(with: ids.1))
            XCTAssertEqual(ada.clubs.count + ada.jobs.count + ada.friends.count, 0)
            XCTAssertNil(job.assignee)
            XCTAssertNil(ada.managedObjectContext)
            XCTAssertNil(job.managedObjectContext)
        }
    }
}
