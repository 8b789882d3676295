import Dispatch
import Foundation
import Signals
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore

/// A store that only counts, and whose first commit waits until it is let go.
private final class CountingStore: StoreEngine {
    let identifier = UUID()
    let gate = DispatchSemaphore(value: 0)
    let entered = DispatchSemaphore(value: 0)
    private let groups = Locked<[Int]>([])
    private let closed = Locked(false)

    var groupSizes: [Int] { groups.withLock { $0 } }
    var isClosed: Bool { closed.withLock { $0 } }

    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {}
    func count(_ query: Query) throws -> Int { 0 }
    func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] { [] }
    func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> { 1..<Int64(count + 1) }
    func close() { closed.withLock { $0 = true } }

    func commit(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>] {
        let isFirst = groups.withLock { groups in
            groups.append(changeSets.count)
            return groups.count == 1
        }
        if isFirst {
            entered.signal()
            gate.wait()
        }
        return changeSets.map { $0.contextName == "bad" ? .failure(SaveError(.busy)) : .success(CommitOutcome()) }
    }
}

/// A store that has work to do after each of its first two groups, which takes until it is let go.
private final class BusyStore: StoreEngine {
    let identifier = UUID()
    let gate = DispatchSemaphore(value: 0)
    let entered = DispatchSemaphore(value: 0)
    private let upkeeps = Locked(2)

    var needsCheckpoint: Bool { upkeeps.withLock { $0 > 0 } }

    func checkpoint() {
        upkeeps.withLock { $0 -= 1 }
        entered.signal()
        gate.wait()
    }

    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {}
    func count(_ query: Query) throws -> Int { 0 }
    func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] { [] }
    func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> { 1..<2 }
    func commit(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>] { [] }
    func close() {}
}

@Suite struct SaveQueueTests {
    private func save(_ name: String = "good") -> ChangeSet {
        var changeSet = ChangeSet()
        changeSet.contextName = name
        return changeSet
    }

    /// Has a thread commit a save that does not end until the store is let go.
    private func keepBusy(_ queue: SaveQueue, _ store: CountingStore, _ group: DispatchGroup) {
        DispatchQueue(label: "first").async(group: group) { _ = queue.commit { $0.add(save(), from: nil, nil) } }
        store.entered.wait()
    }

    @Test func whatArrivesWhileTheWriterIsBusyIsOneGroupAndEachHasItsOwnOutcome() {
        let store = CountingStore()
        let queue = SaveQueue(store: store)
        let done = DispatchGroup()
        let failed = Locked<Set<Int>>([])
        keepBusy(queue, store, done)
        for number in 0..<10 {
            done.enter()
            let isTaken = queue.join(save(number == 3 ? "bad" : "good"), from: nil) { outcomes in
                if case .failure = outcomes.first { failed.withLock { _ = $0.insert(number) } }
                done.leave()
            }
            #expect(isTaken)
        }
        store.gate.signal()
        done.wait()
        #expect(store.groupSizes == [1, 10])
        #expect(failed.withLock { $0 } == [3])
    }

    @Test func threadsThatWaitTogetherAllGoOnEachWithTheOutcomesOfItsOwnSaves() {
        let store = CountingStore()
        let queue = SaveQueue(store: store)
        let done = DispatchGroup()
        let wrong = Locked(0)
        keepBusy(queue, store, done)
        for number in 0..<40 {
            DispatchQueue(label: "waits").async(group: done) {
                let names = (0..<number % 4 + 1).map { ($0 + number).isMultiple(of: 3) ? "bad" : "good" }
                let outcomes = queue.commit { $0.add(names.map(save), from: nil) }
                let failures = outcomes.map { if case .failure = $0 { "bad" } else { "good" } }
                if failures != names { wrong.withLock { $0 += 1 } }
            }
            // Some before the writer has time for them, and some while it works.
            if number == 20 { store.gate.signal() }
        }
        done.wait()
        #expect(wrong.withLock { $0 } == 0)
    }

    @Test func theWriterTellsBeforeThoseWhoWaitGoOn() {
        let store = CountingStore()
        let queue = SaveQueue(store: store)
        let done = DispatchGroup()
        let order = Locked<[String]>([])
        keepBusy(queue, store, done)
        done.enter()
        DispatchQueue(label: "waits").async {
            _ = queue.commit { group in
                group.add(save(), from: nil) { outcomes in order.withLock { $0.append("told of \(outcomes.count)") } }
            }
            order.withLock { $0.append("goes on") }
            done.leave()
        }
        store.gate.signal()
        done.wait()
        #expect(order.withLock { $0 } == ["told of 1", "goes on"])
    }

    @Test func aSaveThatComesAloneIsCommittedOnTheCallersThread() {
        let store = CountingStore()
        store.gate.signal()
        let queue = SaveQueue(store: store)
        let threads = Locked<[UInt]>([])
        _ = queue.commit { group in
            group.add(save(), from: nil) { _ in threads.withLock { $0.append(QueueConfinement.currentThread) } }
        }
        #expect(threads.withLock { $0 } == [QueueConfinement.currentThread])
    }

    @Test func whatElseIsDoneHasItsPlaceAroundTheSavesOfItsGroup() {
        let store = CountingStore()
        let queue = SaveQueue(store: store)
        let done = DispatchGroup()
        let order = Locked<[String]>([])
        let note: @Sendable (String) -> Void = { what in order.withLock { $0.append(what) } }
        keepBusy(queue, store, done)
        done.enter()
        queue.run(.last) {
            note("last")
            done.leave()
        }
        queue.run(.afterCommit) { note("after") }
        #expect(queue.join(save(), from: nil) { _ in note("saved") })
        queue.run(.beforeCommit) { note("before") }
        store.gate.signal()
        done.wait()
        #expect(order.withLock { $0 } == ["before", "saved", "after", "last"])
    }

    @Test func aCoordinatorGivesEachNumberOnce() throws {
        let store = CountingStore()
        let coordinator = StoreCoordinator(store: store, schemas: []) {}
        let numbers = try (0..<100).map { _ throws(SaveError) in try coordinator.nextNumber(at: 0) }
        #expect(numbers == Array(1...100))
        coordinator.close()
        #expect(store.isClosed)
        #expect(throws: SaveError.self) { while true { _ = try coordinator.nextNumber(at: 0) } }
    }

    @Test func aCoordinatorThatGoesAwayIsNotKeptByItsWriter() throws {
        let store = BusyStore()
        var coordinator: StoreCoordinator? = StoreCoordinator(store: store, schemas: []) {}
        _ = try coordinator?.nextNumber(at: 0)
        store.entered.wait()
        // It waits for the writer meanwhile, which then is busy with what comes after it has closed the store.
        DispatchQueue.global().async { store.gate.signal() }
        coordinator = nil
        store.entered.wait()
        store.gate.signal()
    }

    /// Whoever lets go of it may be the writer itself, which would wait for ever.
    @Test func lettingGoOfACoordinatorWhoseWriterIsBusyDoesNotWait() throws {
        let store = BusyStore()
        let isClosed = DispatchSemaphore(value: 0)
        var coordinator: StoreCoordinator? = StoreCoordinator(store: store, schemas: []) { isClosed.signal() }
        _ = try coordinator?.nextNumber(at: 0)
        store.entered.wait()
        // The next number is asked for meanwhile.
        DispatchQueue.global().async { store.gate.signal() }
        _ = try coordinator?.nextNumber(at: 0)
        // The writer still has the group in which the second number was asked for.
        store.entered.wait()
        let isLetGoOf = DispatchSemaphore(value: 0)
        let last = Locked(coordinator)
        coordinator = nil
        DispatchQueue.global().async {
            _ = last.withLock { $0.take() }
            isLetGoOf.signal()
        }
        #expect(isLetGoOf.wait(timeout: .now() + 10) == .success, "it waits for the writer")
        store.gate.signal()
        isClosed.wait()
    }
}
