import Foundation
import Signals
import XCTest

@testable import SignalsStore

final class ReadOnDemandTests: XCTestCase {
    private var byName: FetchRequest<Chore> {
        var request = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])
        request.fetchBatchSize = 2
        return request
    }

    @MainActor
    private func results(_ container: PersistentContainer, count: Int) async -> FetchedResults<Chore, Bool> {
        let results = FetchedResults(byName, in: container, readsOnDemand: true)
        for await list in results.$snapshots.values where list.count == count { break }
        return results
    }

    @MainActor
    func testTheDifferenceLeadsFromOneStateToTheNextThoughOnlyIDsAreKept() async throws {
        let container = try makeContainer()
        let ids = try container.addChores("a", "b", "c", "d")
        let results = await results(container, count: 4)
        XCTAssertEqual([ManagedObjectID<Chore>]().applying(results.difference), ids)
        XCTAssertEqual(results.snapshots.map(\.name), ["a", "b", "c", "d"])
        let before = Array(results.snapshots.objectIDs)
        try container.inBackground { context in
            try context.existingObject(with: ids[0]).name = "x"
            try context.existingObject(with: ids[2]).minutes = 9
            context.delete(try context.existingObject(with: ids[1]))
            Chore(context: context).name = "aa"
            Chore(context: context).name = "y"
            Chore(context: context).name = "z"
            try context.save()
        }
        for await list in results.$snapshots.values where list.count == 6 { break }
        XCTAssertEqual(results.snapshots.map(\.name), ["aa", "c", "d", "x", "y", "z"])
        XCTAssertEqual(before.applying(results.difference), Array(results.snapshots.objectIDs))
        XCTAssertEqual(results.updatedIDs, [ids[0], ids[2]])
        XCTAssertEqual(results.snapshots[1].minutes, 9)
        XCTAssertEqual(results.snapshots.firstIndex(of: ids[0]), 3)
        XCTAssertNil(results.snapshots.firstIndex(of: ids[1]))
    }

    @MainActor
    func testAnObjectThatWasDeletedBeforeItWasReadIsAsANewOne() async throws {
        let container = try makeContainer()
        let ids = try container.addChores("a", "b")
        let results = await results(container, count: 2)
        let list = results.snapshots
        try container.inBackground { context in
            context.delete(try context.existingObject(with: ids[0]))
            try context.save()
        }
        XCTAssertEqual(list.map(\.name), ["", "b"])
        XCTAssertEqual(list.map(\.objectID), ids)
        for await list in results.$snapshots.values where list.count == 1 { break }
        XCTAssertEqual(results.snapshots.map(\.name), ["b"])
    }

    @MainActor
    func testASnapshotThatWasReadStaysAsItIs() async throws {
        let container = try makeContainer()
        let ids = try container.addChores("a", "b")
        let results = await results(container, count: 2)
        let (list, chore) = (results.snapshots, results.snapshots[0])
        try container.inBackground { context in
            try context.existingObject(with: ids[0]).minutes = 9
            try context.save()
        }
        for await _ in results.$snapshots.values where results.updatedIDs == [ids[0]] { break }
        XCTAssertEqual([chore.minutes, list[0].minutes, results.snapshots[0].minutes], [1, 1, 9])
    }

    @MainActor
    func testAListThatOutlivesItsContainerReadsNothingMore() async throws {
        var container: PersistentContainer? = try makeContainer()
        try container?.addChores("a")
        var results: FetchedResults<Chore, Bool>? = await results(try XCTUnwrap(container), count: 1)
        let list = try XCTUnwrap(results?.snapshots)
        container?.close()
        (container, results) = (nil, nil)
        XCTAssertEqual(list.map(\.name), [""])
    }

    func testAfterACommitOfWhichNothingIsKnownTheRowsThatWereReadAreCompared() throws {
        let container = try makeContainer()
        let ids = try container.addChores("a", "b", "c", "d", "e", "f")
        let publisher = try container.livePublisher(for: byName, at: CallSite()) { XCTFail("\($0)") }.get()
        var state = publisher.state
        let first = try XCTUnwrap(try state.update(from: container.coordinator.store, .everything))
        XCTAssertTrue(first.changes.isFirst)
        XCTAssertEqual(SnapshotList<Chore>(first.rows)[0].name, "a")
        XCTAssertNil(try state.update(from: container.coordinator.store, .everything), "nothing has changed")
        try container.inBackground { context in
            for id in [ids[1], ids[5]] { try context.existingObject(with: id).minutes = 9 }
            context.delete(try context.existingObject(with: ids[3]))
            try context.save()
        }
        let second = try XCTUnwrap(try state.update(from: container.coordinator.store, .everything))
        XCTAssertEqual(second.changes.removals.map(\.position), [3])
        XCTAssertEqual(second.changes.insertions.map(\.position), [])
        XCTAssertEqual(second.changes.updated, [ids[1].number], "the others were not read")
        XCTAssertEqual(SnapshotList<Chore>(second.rows).map(\.minutes), [1, 9, 1, 1, 9])
    }

    func testANumberTableIsADictionary() {
        var generator = ReplayableGenerator(seed: .random(in: 0..<UInt64.max))
        var (table, model) = (NumberTable(), [Int64: UInt32]())
        for _ in 0..<5000 {
            let number = Int64.random(in: -300...300, using: &generator) &* (generator.next() % 4 == 0 ? 1 << 40 : 1)
            let value = generator.next() % 3 == 0 ? nil : UInt32.random(in: 0..<100, using: &generator)
            table[number] = value
            model[number] = value
            XCTAssertEqual(table.count, model.count)
            XCTAssertEqual(table[number], value)
        }
        for number in Int64(-400)...400 { XCTAssertEqual(table[number], model[number]) }
    }
}
