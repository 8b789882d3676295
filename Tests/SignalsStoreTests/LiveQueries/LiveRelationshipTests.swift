import Foundation
import Signals
import XCTest

@testable import SignalsStore

final class LiveRelationshipTests: XCTestCase {
    private func makeJobs(_ container: PersistentContainer) throws -> (
        job: ManagedObjectID<Job>, member: ManagedObjectID<Member>
    ) {
        try container.inBackground { context in
            let member = Member(context: context)
            member.name = "Ada"
            let job = Job(context: context)
            (job.name, job.assignee) = ("Water plants", member)
            Job(context: context).name = "Nobody's"
            try context.save()
            return (job.objectID, member.objectID)
        }
    }

    func testAQueryThatLooksAtAnotherObjectFollowsThatToo() throws {
        let container = try makeContainer(makeHousehold())
        let ids = try makeJobs(container)
        let request = FetchRequest<Job>(predicate: #Predicate { $0.assignee?.name == "Ada" })
        let recorder = LiveRecorder(container.publisher(for: request).map { $0.map(\.name) })
        XCTAssertTrue(recorder.waitForLast { $0 == ["Water plants"] })
        try container.inBackground { context in
            try context.existingObject(with: ids.member).name = "Grace"
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0.isEmpty })
    }

    func testASnapshotHasTheIDOfTheObjectAtTheOtherEnd() throws {
        let container = try makeContainer(makeHousehold())
        let ids = try makeJobs(container)
        let recorder = LiveRecorder(container.publisher(for: FetchRequest<Job>(sortBy: [SortDescriptor(\.name)])))
        XCTAssertTrue(recorder.waitForLast { $0.count == 2 })
        XCTAssertEqual(recorder.values[0].map(\.assignee), [nil, ids.member])
        try container.inBackground { context in
            try context.existingObject(with: ids.job).assignee = nil
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0[1].assignee == nil })
    }

    func testChangesOfADeleteRuleAreFollowed() throws {
        let container = try makeContainer(makeHousehold())
        let ids = try makeJobs(container)
        let request = FetchRequest<Job>(predicate: #Predicate { $0.name == "Water plants" })
        let recorder = LiveRecorder(container.publisher(for: request))
        XCTAssertTrue(recorder.waitForLast { $0.first?.assignee == ids.member })
        try container.inBackground { context in
            context.delete(try context.existingObject(with: ids.member))
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0.count == 1 && $0[0].assignee == nil })
    }
}
