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

    /// As if it had been read before it became updated.
    func testAFaultThatIsLinkedKeepsItsValuesWhenOthersDeleteItsRow() throws {
        let container = try makeContainer(makeHousehold())
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, club) = (Member("Ada", in: other), Club("Chess", in: other))
        try other.save()
        let contexts = (0..<2).map { number in
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            return number == 0 ? parent : ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        }
        for context in contexts { context.object(with: ada.objectID).clubs = [context.object(with: club.objectID)] }
        let id = club.objectID
        other.delete(club)
        try other.save()
        for context in contexts {
            context.refreshAllObjects()
            XCTAssertEqual(try context.fetch(FetchRequest<Club>()).map(\.name), ["Chess"])
            XCTAssertEqual(context.object(with: id).name, "Chess")
            XCTAssertEqual(context.updatedObjects.count, 2)
            XCTAssertThrowsError(try context.save())
        }
    }
}
