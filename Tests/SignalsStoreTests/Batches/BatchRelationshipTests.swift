import Foundation
import SignalsStore
import XCTest

/// Batches among related objects.
final class BatchRelationshipTests: XCTestCase {
    private func household() throws -> PersistentContainer {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            for name in ["Ann", "Bob"] {
                let member = Member(context: context)
                member.name = name
                let job = Job(context: context)
                job.name = "\(name)'s job"
                job.assignee = member
                let shelf = Shelf(context: context)
                shelf.name = "\(name)'s shelf"
                shelf.owner = member
            }
            try context.save()
        }
        return container
    }

    func testReferencesToDeletedObjectsFollowTheirDeleteRule() throws {
        try household().inBackground { context in
            let jobs = try context.fetch(FetchRequest<Job>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(jobs.map { $0.assignee?.name }, ["Ann", "Bob"])
            try context.execute(BatchDeleteRequest<Member>(predicate: #Predicate { $0.name == "Ann" }))
            XCTAssertEqual(jobs.map { $0.assignee?.name }, [nil, "Bob"])
            XCTAssertEqual(try context.values(\.name, of: FetchRequest<Shelf>()), ["Bob's shelf"])
        }
    }

    func testADeniedDeletionLeavesEverything() throws {
        try household().inBackground { context in
            let shelf = try context.fetch(FetchRequest<Shelf>())[0]
            Book(context: context).shelf = shelf
            try context.save()
            XCTAssertThrowsError(try context.execute(BatchDeleteRequest<Member>(predicate: nil)))
            XCTAssertEqual(try context.count(for: FetchRequest<Member>()), 2)
        }
    }

    func testAPredicateMayFollowARelationship() throws {
        try household().inBackground { context in
            let request = BatchUpdateRequest<Job>(predicate: #Predicate { $0.assignee?.name == "Bob" })
                .setting(\.minutes, to: 7)
            XCTAssertEqual(try context.execute(request).count, 1)
            let sums = try context.groups(of: FetchRequest<Job>(), by: \.name, computing: .sum(\.minutes))
            XCTAssertEqual(sums.map(\.values), [0, 7])
        }
    }
}
