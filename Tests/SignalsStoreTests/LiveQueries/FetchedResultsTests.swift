import Foundation
import Signals
import XCTest

@testable import SignalsStore

final class FetchedResultsTests: XCTestCase {
    private let byName = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])

    @MainActor
    func testTheStateIsPublishedOnTheMainActorAndFollowsCommits() async throws {
        let container = try makeContainer()
        try container.addChores("b")
        let results = FetchedResults(byName, in: container)
        XCTAssertFalse(results.isLoaded)
        await waitUntil(results) { $0.snapshots.map(\.name) == ["b"] }
        XCTAssertTrue(results.isLoaded)
        let ids = try container.addChores("a", "c")
        await waitUntil(results) { $0.snapshots.map(\.name) == ["a", "b", "c"] }
        XCTAssertEqual(insertions(results.difference), [0: AnyManagedObjectID(ids[0]), 2: AnyManagedObjectID(ids[1])])
        XCTAssertTrue(results.difference.removals.isEmpty)
        XCTAssertEqual(results.sections.map(\.positions), [0..<3])
    }

    @MainActor
    func testNothingHasChangedWhenAChangeIsAnnounced() async throws {
        let container = try makeContainer()
        let results = FetchedResults(byName, in: container)
        await waitUntil(results) { $0.isLoaded }
        let seen = Locked<[[Int]]>([])
        let cancellable = results.objectWillChange.sink { [weak results] in
            MainActor.assumeIsolated {
                guard let results else { return }
                let counts = [results.snapshots.count, results.sections.map(\.positions.count).reduce(0, +)]
                seen.withLock { $0.append(counts + [results.difference.count]) }
            }
        }
        try container.addChores("a", "b")
        await waitUntil(results) { $0.snapshots.count == 2 }
        XCTAssertEqual(seen.withLock { $0.first }, [0, 0, 0])
        withExtendedLifetime(cancellable) {}
    }

    @MainActor
    func testTheDifferenceLeadsFromOneStateToTheNext() async throws {
        let container = try makeContainer()
        let ids = try container.addChores("a", "b", "c", "d")
        let results = FetchedResults(byName, in: container)
        await waitUntil(results) { $0.snapshots.count == 4 }
        let before = results.snapshots.map(\.objectID)
        try container.inBackground { context in
            try context.existingObject(with: ids[0]).name = "x"
            try context.existingObject(with: ids[2]).minutes = 9
            context.delete(try context.existingObject(with: ids[1]))
            Chore(context: context).name = "aa"
            try context.save()
        }
        await waitUntil(results) { $0.snapshots.map(\.name) == ["aa", "c", "d", "x"] }
        XCTAssertEqual(before.applying(results.difference), results.snapshots.map(\.objectID))
        XCTAssertEqual(results.updatedIDs, [ids[0], ids[2]])
        let move = results.difference.insertions.first { step in
            if case .insert(_, let id, let from) = step { id == ids[0] && from != nil } else { false }
        }
        XCTAssertNotNil(move, "an object that moved is one of both lists")
    }

    @MainActor
    func testSectionsFollowTheValuesOfAnAttribute() async throws {
        let container = try makeContainer()
        try container.inBackground { context in
            for number in 0..<100 {
                let chore = Chore(context: context)
                (chore.name, chore.minutes) = ("\(number)", [5, 1, 3][number % 3])
            }
            try context.save()
        }
        let results = FetchedResults(byName, in: container, sectionedBy: \.minutes)
        await waitUntil(results) { $0.sections.count == 3 }
        XCTAssertEqual(results.sections.map(\.name), [1, 3, 5])
        XCTAssertEqual(results.sections.map(\.positions), [0..<33, 33..<66, 66..<100])
        for section in results.sections {
            XCTAssertTrue(section.snapshots.allSatisfy { $0.minutes == section.name })
            XCTAssertEqual(section.snapshots.map(\.name), section.snapshots.map(\.name).sorted())
        }
        try container.inBackground { context in
            try context.fetch(FetchRequest<Chore>(predicate: #Predicate { $0.minutes == 3 })).forEach { $0.minutes = 8 }
            try context.save()
        }
        await waitUntil(results) { $0.sections.map(\.name) == [1, 5, 8] }
    }

    @MainActor
    func testAnErrorIsPublished() async throws {
        let container = try makeContainer()
        let request = FetchRequest<Chore>(predicate: #Predicate { $0.shoutedName == "A" })
        XCTAssertNotNil(FetchedResults(request, in: container).error)
    }

    @MainActor
    func testResultsThatAreReleasedFollowNoMore() async throws {
        let container = try makeContainer()
        weak var released: FetchedResults<Chore, Bool>?
        do {
            let results = FetchedResults(byName, in: container)
            await waitUntil(results) { $0.isLoaded }
            released = results
        }
        XCTAssertNil(released)
        try container.addChores("a")
    }

    /// Runs the main queue until the results are as they should be.
    @MainActor
    private func waitUntil<Name>(
        _ results: FetchedResults<Chore, Name>, _ isExpected: @MainActor @escaping (FetchedResults<Chore, Name>) -> Bool
    ) async {
        if isExpected(results) { return }
        let done = expectation(description: "the expected state")
        done.assertForOverFulfill = false
        let check: @MainActor @Sendable () -> Void = { if isExpected(results) { done.fulfill() } }
        let subscription = results.objectWillChange.sink { _ in
            // It will change: the state is there when the main queue gets to this.
            DispatchQueue.main.async { MainActor.assumeIsolated(check) }
        }
        await fulfillment(of: [done], timeout: 30)
        subscription.cancel()
    }

    private func insertions(
        _ difference: CollectionDifference<ManagedObjectID<Chore>>
    ) -> [Int: AnyManagedObjectID] {
        var found: [Int: AnyManagedObjectID] = [:]
        for case .insert(let offset, let id, _) in difference { found[offset] = AnyManagedObjectID(id) }
        return found
    }
}
