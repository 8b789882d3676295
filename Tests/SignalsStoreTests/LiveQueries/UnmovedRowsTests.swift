import Foundation
import Signals
import SignalsStore
import XCTest

/// The difference of fetched results has what came, left and moved; what has other values is in `updatedIDs`.
final class UnmovedRowsTests: XCTestCase {
    private typealias Step = CollectionDifference<ManagedObjectID<Chore>>.Change

    @MainActor
    private func check(
        _ change: ([Chore], ManagedObjectContext) throws -> Void, line: UInt = #line,
        expecting steps: ([ManagedObjectID<Chore>], FetchedResults<Chore, Bool>) -> [Step]
    ) async throws {
        for readsOnDemand in [false, true] {
            let container = try makeContainer()
            let ids = try container.addChores("a", "b", "d")
            let byName = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])
            let results = FetchedResults(byName, in: container, readsOnDemand: readsOnDemand)
            for await list in results.$snapshots.values where list.count == 3 { break }
            try container.inBackground { context in
                try change(try ids.map { try context.existingObject(with: $0) }, context)
                try context.save()
            }
            for await _ in results.$snapshots.values where results.updatedIDs.contains(ids[0]) { break }
            XCTAssertEqual(Array(results.difference), steps(ids, results), "\(readsOnDemand)", line: line)
            XCTAssertEqual(ids.applying(results.difference), Array(results.snapshots.objectIDs), line: line)
        }
    }

    @MainActor
    func testAChangedObjectIsNotInTheDifferenceBesideAnInsertion() async throws {
        try await check { chores, context in
            chores[0].minutes = 9
            Chore(context: context).name = "z"
        } expecting: { _, results in
            [.insert(offset: 3, element: results.snapshots[3].objectID, associatedWith: nil)]
        }
    }

    @MainActor
    func testAChangedObjectIsNotInTheDifferenceBesideADeletionBeforeIt() async throws {
        try await check { chores, context in
            for chore in [chores[0], chores[2]] { chore.minutes = 9 }
            context.delete(chores[1])
        } expecting: { ids, _ in
            [.remove(offset: 1, element: ids[1], associatedWith: nil)]
        }
    }

    @MainActor
    func testAChangedObjectIsNotInTheDifferenceBesideAMove() async throws {
        try await check { chores, _ in
            for chore in chores { chore.minutes = 9 }
            chores[2].name = "0"
        } expecting: { ids, _ in
            [
                .remove(offset: 2, element: ids[2], associatedWith: 0),
                .insert(offset: 0, element: ids[2], associatedWith: 2),
            ]
        }
    }
}
