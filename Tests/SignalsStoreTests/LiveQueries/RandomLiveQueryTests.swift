import Foundation
import Signals
import XCTest

@testable import SignalsStore

final class RandomLiveQueryTests: XCTestCase {
    private static let requests: [FetchRequest<Bead>] = [
        FetchRequest(),
        FetchRequest(sortBy: [SortDescriptor(\.weight)]),
        FetchRequest(sortBy: [SortDescriptor(\.color), SortDescriptor(\.weight, order: .reverse)]),
        FetchRequest(sortBy: [SortDescriptor(\.price, order: .reverse)]),
        FetchRequest(predicate: #Predicate { $0.weight > 8 }, sortBy: [SortDescriptor(\.size)]),
        FetchRequest(
            predicate: #Predicate { $0.color.contains("e") }, sortBy: [SortDescriptor(\.size, order: .reverse)]),
        FetchRequest(sortBy: [SortDescriptor(\.weight)], fetchLimit: 10),
        FetchRequest(
            predicate: #Predicate { $0.weight < 15 }, sortBy: [SortDescriptor(\.color)], fetchLimit: 25),
        FetchRequest(fetchLimit: 0),
        FetchRequest(sortBy: [SortDescriptor(\.weight)], fetchLimit: 8, fetchOffset: 5),
    ]

    func testAfterEachOfManyCommitsTheResultIsWhatAFetchFinds() throws {
        let seed = UInt64.random(in: 0..<UInt64.max)
        for (index, request) in Self.requests.enumerated() {
            do { try follow(request, seed: seed &+ UInt64(index), rounds: 60) } catch {
                XCTFail("\(index): \(error) \(type(of: error))")
            }
        }
    }

    private static let byWeight = (0..<20).map { weight in
        FetchRequest<Bead>(predicate: #Predicate { $0.weight == weight })
    }
    private static let byColor = Bead.colors.map { color in
        FetchRequest<Bead>(predicate: #Predicate { $0.color == color }, sortBy: [SortDescriptor(\.price)])
    }
    private static let selective: [FetchRequest<Bead>] = [
        FetchRequest(predicate: #Predicate { $0.weight == 3 && $0.color == "é" }),
        FetchRequest(predicate: #Predicate { $0.weight == 3 || $0.color == "red" }),
        FetchRequest(predicate: #Predicate { $0.weight == 3 && $0.color.contains("e") }),
        FetchRequest(predicate: #Predicate { $0.size == nil }),
        FetchRequest(predicate: #Predicate { $0.price > 25 }),
        FetchRequest(
            predicate: #Predicate { $0.weight == 3 }, sortBy: [SortDescriptor(\.price)], fetchLimit: 2),
        FetchRequest(
            predicate: #Predicate { $0.weight > 3 }, sortBy: [SortDescriptor(\.price)], fetchLimit: 2,
            fetchOffset: 1),
    ]

    func testOfManyQueriesEachIsWhatAFetchFindsAfterEachCommit() throws {
        let seed = UInt64.random(in: 0..<UInt64.max)
        var generator = ReplayableGenerator(seed: seed)
        let container = try makeContainer(ManagedObjectModel(Bead.self))
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for _ in 0..<60 { Bead(context: context).fill(&generator) }
            try context.save()
        }
        let requests = Self.requests + Self.selective + Self.byWeight + Self.byColor
        let recorders = requests.map { LiveRecorder(container.publisher(for: $0)) }
        var committed = [try requests.map { try fetch($0, container) }]
        for (recorder, expected) in zip(recorders, committed[0]) {
            guard recorder.waitForLast({ $0 == expected }) else { return XCTFail("seed \(seed), at the start") }
        }
        for round in 0..<60 {
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                try context.performAndWait { try Self.change(context, &generator) }
                committed.append(try requests.map { try fetch($0, container) })
            }
            if round % 10 == 9 {
                try context.performAndWait {
                    _ = try context.execute(
                        BatchUpdateRequest<Bead>(predicate: #Predicate { $0.weight < 4 }).setting(
                            \.weight, to: round % 20))
                }
                committed.append(try requests.map { try fetch($0, container) })
            }
            for (index, recorder) in recorders.enumerated() {
                let expected = committed[committed.count - 1][index]
                guard recorder.waitForLast({ $0 == expected }) else {
                    return XCTFail("seed \(seed), round \(round) of \(requests[index])")
                }
            }
        }
        for (index, recorder) in recorders.enumerated() {
            check(recorder.values, areAmong: committed.map { $0[index] }, seed: seed)
        }
    }

    private func follow(_ request: FetchRequest<Bead>, seed: UInt64, rounds: Int) throws {
        var generator = ReplayableGenerator(seed: seed)
        let container = try makeContainer(ManagedObjectModel(Bead.self))
        let contexts = (0..<3).map { _ in container.newBackgroundContext() }
        for context in contexts { context.mergePolicy = .mergeByPropertyObjectTrump }
        try contexts[0].performAndWait {
            for _ in 0..<60 { Bead(context: contexts[0]).fill(&generator) }
            try contexts[0].save()
        }
        let recorder = LiveRecorder(container.publisher(for: request))
        let differences = try XCTUnwrap(try? container.livePublisher(for: request, at: CallSite()).get())
        let changes = LiveRecorder(differences)
        // Batches so small that most are read more than once.
        var inBatches = request
        inBatches.fetchBatchSize = 3
        let onDemand = try XCTUnwrap(
            try? container.livePublisher(for: inBatches, at: CallSite()) { XCTFail("\($0)") }.get())
        let numbers = LiveRecorder(onDemand)
        var committed: [SnapshotList<Bead>] = [try fetch(request, container)]
        XCTAssertTrue(recorder.waitForLast { $0 == committed[0] }, "seed \(seed), at the start")
        for round in 0..<rounds {
            let context = contexts.randomElement(using: &generator)!
            try context.performAndWait { try Self.change(context, &generator) }
            let expected = try fetch(request, container)
            committed.append(expected)
            XCTAssertTrue(
                recorder.waitForLast { $0 == expected }, "seed \(seed), round \(round) of \(request)")
        }
        check(recorder.values, areAmong: committed, seed: seed)
        let last = committed[committed.count - 1]
        XCTAssertTrue(changes.waitForLast { SnapshotList<Bead>($0.rows) == last }, "seed \(seed)")
        check(changes.values, seed: seed)
        XCTAssertTrue(
            numbers.waitForLast { SnapshotList<Bead>($0.rows) == last }, "seed \(seed), on demand, \(request)")
        let list = SnapshotList<Bead>(numbers.values[numbers.values.count - 1].rows)
        XCTAssertTrue(list.indices.allSatisfy { list[$0] == last[$0] }, "seed \(seed), on demand, one by one")
        XCTAssertEqual(Array(list.objectIDs), last.map(\.objectID), "seed \(seed)")
        check(numbers.values, seed: seed)
    }

    private func fetch(
        _ request: FetchRequest<Bead>, _ container: PersistentContainer
    ) throws -> SnapshotList<Bead> {
        try container.inBackground { try $0.fetchSnapshots(request) }
    }

    private static func change(_ context: ManagedObjectContext, _ generator: inout ReplayableGenerator) throws {
        context.reset()
        let beads = try context.fetch(FetchRequest<Bead>())
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4: beads.randomElement(using: &generator)?.fill(&generator)
            case 4..<6: beads.randomElement(using: &generator).map { context.delete($0) }
            case 6: beads.randomElement(using: &generator)?.weight = 3
            default: Bead(context: context).fill(&generator)
            }
        }
        try context.save()
    }

    /// Each value was committed, in the order of the commits.
    private func check(_ values: [SnapshotList<Bead>], areAmong committed: [SnapshotList<Bead>], seed: UInt64) {
        var next = committed[...]
        for value in values {
            guard let place = next.firstIndex(of: value) else {
                return XCTFail("seed \(seed): a state was put out that was not committed, or too late")
            }
            next = next[place...]
        }
    }

    /// Each result's changes lead to it from the result before, and move as few rows as can be.
    private func check(_ results: [LiveResult], seed: UInt64) {
        var numbers: [Int64] = []
        for result in results {
            let (changes, before) = (result.changes, numbers)
            let present = (0..<result.rows.count).map { result.rows.number(at: $0) }
            numbers = changes.isFirst ? present : numbers.applying(changes)
            XCTAssertEqual(numbers, present, "seed \(seed)")
            XCTAssertLessThanOrEqual(
                changes.moveCount, Self.fewestMoves(from: before, to: numbers, changes.updated), "seed \(seed)")
        }
    }

    func testOfTheChangedRowsTheFewestMove() {
        let seed = UInt64.random(in: 0..<UInt64.max)
        var generator = ReplayableGenerator(seed: seed)
        for _ in 0..<5000 {
            let before = (0..<Int64.random(in: 0...9, using: &generator)).shuffled(using: &generator)
            let touched = before.filter { _ in Bool.random(using: &generator) }
            let new = 100..<Int64.random(in: 100...103, using: &generator)
            var after = before.filter { !touched.contains($0) }
            for number in touched.filter({ _ in Int.random(in: 0..<4, using: &generator) > 0 }) + new {
                after.insert(number, at: Int.random(in: 0...after.count, using: &generator))
            }
            let isChanged = { touched.contains($0) || new.contains($0) }
            var changes = RowChanges()
            changes.removals = before.changes(of: isChanged).shuffled(using: &generator)
            changes.insertions = after.changes(of: isChanged).shuffled(using: &generator)
            changes.removeUnmovedRows()
            XCTAssertEqual(before.applying(changes), after, "seed \(seed)")
            XCTAssertEqual(
                changes.moveCount, Self.fewestMoves(from: before, to: after, Set(touched)), "seed \(seed)")
        }
    }

    /// The number of rows that have to move where those that have no other values stay.
    private static func fewestMoves(from before: [Int64], to after: [Int64], _ updated: Set<Int64>) -> Int {
        let former = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1, $0) })
        let common = after.filter { former[$0] != nil }
        // The heaviest rise that ends with each: one that stays weighs more than all that may move.
        let heavy = common.count + 1
        var weights: [Int] = []
        for (index, number) in common.enumerated() {
            let lighter = (0..<index).filter { former[common[$0], default: 0] < former[number, default: 0] }
            weights.append((lighter.map { weights[$0] }.max() ?? 0) + (updated.contains(number) ? 1 : heavy))
        }
        let heaviest = weights.max() ?? 0
        return common.count - heaviest / heavy - heaviest % heavy
    }

    func testNoStateIsSeenThatWasNotCommittedWhileManyWrite() throws {
        let container = try makeContainer(ManagedObjectModel(Bead.self))
        container.mergePolicy = .overwrite
        let ids = try container.inBackground { context in
            let beads = (0..<10).map { _ in Bead(context: context) }
            for bead in beads { bead.weight = 100 }
            try context.save()
            return beads.map(\.objectID)
        }
        let recorder = LiveRecorder(
            container.publisher(for: FetchRequest<Bead>(sortBy: [SortDescriptor(\.weight)]))
                .map { list in (sum: list.reduce(0) { $0 + $1.weight }, count: list.count) })
        let group = DispatchGroup()
        for writer in 0..<4 {
            DispatchQueue.global().async(group: group) {
                var generator = ReplayableGenerator(seed: UInt64(writer))
                let context = container.newBackgroundContext()
                for _ in 0..<50 {
                    try? context.performAndWait {
                        context.reset()
                        let from = try context.existingObject(with: ids[writer * 2])
                        let to = try context.existingObject(with: ids[writer * 2 + 1])
                        let amount = Int.random(in: 1...9, using: &generator)
                        (from.weight, to.weight) = (from.weight - amount, to.weight + amount)
                        try context.save()
                    }
                }
            }
        }
        group.wait()
        try container.inBackground { context in
            context.delete(try context.existingObject(with: ids[9]))
            try context.save()
        }
        XCTAssertTrue(recorder.waitForLast { $0.count == 9 })
        for value in recorder.values { XCTAssertEqual(value.sum, value.count == 10 ? 1000 : 900) }
    }
}

extension RowChanges {
    fileprivate var moveCount: Int { Set(removals.map(\.number)).intersection(insertions.map(\.number)).count }
}

extension [Int64] {
    fileprivate func changes(of isChanged: (Int64) -> Bool) -> [RowChanges.Change] {
        enumerated().filter { isChanged($1) }.map { RowChanges.Change(position: $0, number: $1) }
    }

    fileprivate func applying(_ changes: RowChanges) -> [Int64] {
        var numbers = self
        for change in changes.removals.sorted(by: { $0.position > $1.position }) {
            XCTAssertEqual(numbers[change.position], change.number)
            numbers.remove(at: change.position)
        }
        for change in changes.insertions.sorted(by: { $0.position < $1.position }) {
            numbers.insert(change.number, at: change.position)
        }
        return numbers
    }
}
