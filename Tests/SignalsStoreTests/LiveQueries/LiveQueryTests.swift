import Foundation
import Signals
import XCTest

@testable import SignalsStore

final class LiveQueryTests: XCTestCase {
    private let byName = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])

    func testThePresentStateComesFirstAndThenOneForEachCommitThatMatters() throws {
        let container = try makeContainer()
        let ids = try container.addChores("b", "d")
        let recorder = LiveRecorder(container.publisher(for: byName).map { $0.map(\.name) })
        XCTAssertTrue(recorder.waitForLast { $0 == ["b", "d"] })
        try container.addChores("c")
        XCTAssertTrue(recorder.waitForLast { $0 == ["b", "c", "d"] })
        try container.inBackground { context in
            try context.existingObject(with: ids[0]).name = "e"
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0 == ["c", "d", "e"] })
        try container.inBackground { context in
            context.delete(try context.existingObject(with: ids[1]))
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0 == ["c", "e"] })
        XCTAssertEqual(recorder.values.count, 4)
    }

    func testACommitThatDoesNotChangeTheResultPutsNothingOut() throws {
        let container = try makeContainer()
        try container.addChores("a")
        let request = FetchRequest<Chore>(predicate: #Predicate { $0.minutes > 5 })
        let recorder = LiveRecorder(container.publisher(for: request).map { $0.map(\.name) })
        XCTAssertTrue(recorder.waitForLast { $0.isEmpty })
        try container.addChores("b")
        try container.inBackground { context in
            let chore = Chore(context: context)
            (chore.name, chore.minutes) = ("c", 10)
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0 == ["c"] })
        XCTAssertEqual(recorder.values, [[], ["c"]])
    }

    func testASlowSubscriberGetsTheNewestStateWhenItAsks() throws {
        let container = try makeContainer()
        let slow = AskingSubscriber<SnapshotList<Chore>>()
        container.publisher(for: byName).subscribe(slow)
        XCTAssertTrue(slow.values.isEmpty, "nothing is put out that was not asked for")
        XCTAssertEqual(slow.ask().map(\.name), [])
        for name in ["a", "b", "c", "d"] { try container.addChores(name) }
        XCTAssertEqual(slow.ask().map(\.name), ["a", "b", "c", "d"])
        XCTAssertEqual(slow.values.count, 2)
    }

    func testNothingComesAfterCancelling() throws {
        let container = try makeContainer()
        let recorder = LiveRecorder(container.publisher(for: byName).map(\.count))
        XCTAssertTrue(recorder.waitForLast { $0 == 0 })
        recorder.cancel()
        try container.addChores("a")
        let other = LiveRecorder(container.publisher(for: byName).map(\.count))
        XCTAssertTrue(other.waitForLast { $0 == 1 })
        XCTAssertEqual(recorder.values, [0])
    }

    func testItEndsWhenTheContainerIsClosed() throws {
        let container = try makeContainer()
        let recorder = LiveRecorder(container.publisher(for: byName))
        XCTAssertTrue(recorder.waitForLast { $0.isEmpty })
        container.close()
        guard case .finished = recorder.waitForCompletion() else { return XCTFail("it did not end") }
    }

    func testAPredicateThatCannotBeFetchedFailsWithAnErrorThatQuotesIt() throws {
        let container = try makeContainer()
        let request = FetchRequest<Chore>(predicate: #Predicate { $0.shoutedName == "A" })
        guard case .failure(.untranslatable) = LiveRecorder(container.publisher(for: request)).waitForCompletion()
        else { return XCTFail("it did not fail") }
    }

    func testOneObjectIsFollowedFromBeforeItExistsUntilItIsGone() throws {
        let container = try makeContainer()
        let context = container.newBackgroundContext()
        let id = context.performAndWait { Chore(context: context).objectID }
        let recorder = LiveRecorder(container.publisher(for: id).map { $0?.minutes })
        XCTAssertTrue(recorder.waitForLast { $0 == nil })
        try context.performAndWait { try context.save() }
        XCTAssertTrue(recorder.waitForLast { $0 == 1 })
        try container.addChores("another")
        try container.inBackground { context in
            try context.existingObject(with: id).minutes = 7
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0 == 7 })
        try container.inBackground { context in
            context.delete(try context.existingObject(with: id))
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0 == nil })
        XCTAssertEqual(recorder.values, [nil, 1, 7, nil])
    }

    func testAChangeSharesAllButWhatChangedWithTheStateBefore() throws {
        let container = try makeContainer()
        let count = RowPageBuilder.pageSize * 8
        try container.inBackground { context in
            for number in 0..<count { Chore(context: context).name = "\(number)" }
            try context.save()
        }
        let recorder = LiveRecorder(container.publisher(for: FetchRequest<Chore>()))
        XCTAssertTrue(recorder.waitForLast { $0.count == count })
        let id = recorder.values[0][5000].objectID
        try container.inBackground { context in
            try context.existingObject(with: id).minutes = 99
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0[5000].minutes == 99 })
        let (before, after) = (recorder.values[0].rows.chunks, recorder.values[1].rows.chunks)
        let shared = zip(before, after).count { pair in
            guard case .page(let left) = pair.0, case .page(let right) = pair.1 else { return false }
            return left === right
        }
        XCTAssertEqual(shared, 7)
        XCTAssertEqual(recorder.values[0][5000].minutes, 1, "the list before is as it was")
    }
}
