import Foundation
import Signals
import XCTest

@testable import SignalsStore

/// Two containers have one file open, and one of them is closed.
final class ClosedLiveQueryTests: XCTestCase {
    private let byName = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])

    private func openTwo() throws -> (open: PersistentContainer, closing: PersistentContainer) {
        let url = try makeFolder().appending(path: "store.sqlite")
        let (open, closing) = (try openContainer(at: url), try openContainer(at: url))
        addTeardownBlock {
            closing.close()
            open.close()
        }
        return (open, closing)
    }

    func testQueriesOfEachKindEndWithTheirContainer() throws {
        let (open, closing) = try openTwo()
        let id = try open.addChores("a")[0]
        let onDemand = try closing.livePublisher(for: byName, at: CallSite()) { XCTFail("\($0)") }.get()
        let recorders = [
            "list": LiveRecorder(closing.publisher(for: byName).map(\.count)),
            "object": LiveRecorder(closing.publisher(for: id).map { $0 == nil ? 0 : 1 }),
            "aggregate": LiveRecorder(closing.publisher(computing: .count, of: byName)),
            "groups": LiveRecorder(
                closing.publisher(forGroupsOf: byName, by: \.minutes, computing: .count).map(\.count)),
            "list on demand": LiveRecorder(onDemand.map(\.rows.count)),
        ]
        for (kind, recorder) in recorders { XCTAssertTrue(recorder.waitForLast { $0 == 1 }, kind) }
        closing.close()
        for (kind, recorder) in recorders {
            guard case .finished = recorder.waitForCompletion() else { return XCTFail("\(kind): it did not end") }
        }
        try open.inBackground { context in
            context.delete(try context.existingObject(with: id))
            try context.save()
        }
        let other = LiveRecorder(open.publisher(computing: .count, of: byName))
        XCTAssertTrue(other.waitForLast { $0 == 0 })
        for (kind, recorder) in recorders { XCTAssertEqual(recorder.values, [1], kind) }
    }

    func testEqualQueriesOfTheOtherContainerGoOn() throws {
        let (open, closing) = try openTwo()
        let recorders = [open, closing].map { LiveRecorder($0.publisher(computing: .count, of: byName)) }
        for recorder in recorders { XCTAssertTrue(recorder.waitForLast { $0 == 0 }) }
        closing.close()
        try open.addChores("a")
        XCTAssertTrue(recorders[0].waitForLast { $0 == 1 })
        guard case .finished = recorders[1].waitForCompletion() else { return XCTFail("it did not end") }
        XCTAssertEqual(recorders[1].values, [0])
    }

    func testAQueryThatBeginsAfterTheEndFinishesWithoutDemand() throws {
        let (_, closing) = try openTwo()
        closing.close()
        let ended = expectation(description: "the end")
        let heard = Locked<[String]>([])
        let subscriber = AnySubscriber<SnapshotList<Chore>, FetchError> { _ in
            heard.withLock { $0.append("subscription") }
        } receiveValue: { _ in
            .none
        } receiveCompletion: { completion in
            heard.withLock { $0.append("\(completion)") }
            ended.fulfill()
        }
        closing.publisher(for: byName).subscribe(subscriber)
        wait(for: [ended], timeout: 30)
        XCTAssertEqual(heard.withLock { $0 }, ["subscription", "finished"])
    }

    @MainActor
    func testFetchedResultsFollowNoMoreAndReadNothingMore() async throws {
        let (open, closing) = try openTwo()
        try open.addChores("a")
        let results = FetchedResults(byName, in: closing)
        let onDemand = FetchedResults(byName, in: closing, readsOnDemand: true)
        let others = FetchedResults(byName, in: open, readsOnDemand: true)
        for results in [results, onDemand, others] {
            for await list in results.$snapshots.values where list.count == 1 { break }
        }
        closing.close()
        try open.addChores("b")
        for await list in others.$snapshots.values where list.count == 2 { break }
        XCTAssertEqual(results.snapshots.map(\.name), ["a"])
        XCTAssertEqual(onDemand.snapshots.map(\.name), [""], "the object was not read before")
        XCTAssertEqual(others.snapshots.map(\.name), ["a", "b"])
        XCTAssertNil(onDemand.error)
    }
}
