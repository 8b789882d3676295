import Dispatch
import Foundation
import Signals
import Testing

@testable import SignalsStore

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
    func links(of table: LinkTable, _ side: LinkTable.Side, to numbers: [Int64]) throws -> [LinkRow] { [] }
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

@Suite struct SaveQueueTests {
    private func request(
        _ name: String = "good", _ completion: @escaping @Sendable (SaveQueue.Answer) -> Void
    ) -> SaveQueue.Request {
        var changeSet = ChangeSet()
        changeSet.contextName = name
        return SaveQueue.Request(work: .commit([changeSet]), completion: completion)
    }

    @Test func whatArrivesWhileTheWriterIsBusyIsOneGroupAndEachHasItsOwnOutcome() {
        let store = CountingStore()
        let queue = SaveQueue(store: store)
        let done = DispatchGroup()
        let failures = Locked(0)
        done.enter()
        DispatchQueue(label: "first").async { queue.submit(request { _ in done.leave() }) }
        store.entered.wait()
        for number in 0..<10 {
            done.enter()
            queue.submit(
                request(number == 3 ? "bad" : "good") { answer in
                    if case .committed(let results) = answer, case .failure = results.first {
                        failures.withLock { $0 += 1 }
                    }
                    done.leave()
                })
        }
        store.gate.signal()
        done.wait()
        #expect(store.groupSizes == [1, 10])
        #expect(failures.withLock { $0 } == 1)
    }

    @Test func threadsThatWaitTogetherAllGoOnAndNoneBeforeItsAnswer() {
        let store = CountingStore()
        let queue = SaveQueue(store: store)
        let done = DispatchGroup()
        let early = Locked(0)
        DispatchQueue(label: "first").async(group: done) { queue.submit(request { _ in }) }
        store.entered.wait()
        for number in 0..<40 {
            DispatchQueue(label: "waits").async(group: done) {
                let isAnswered = Locked(false)
                let work: SaveQueue.Work = number.isMultiple(of: 10) ? .reserve(1) : .commit([ChangeSet()])
                queue.submitAndWait(SaveQueue.Request(work: work) { _ in isAnswered.withLock { $0 = true } })
                if !isAnswered.withLock({ $0 }) { early.withLock { $0 += 1 } }
            }
            // Some before the writer has time for them, and some while it works.
            if number == 20 { store.gate.signal() }
        }
        done.wait()
        #expect(early.withLock { $0 } == 0)
    }

    @Test func aSaveThatComesAloneIsCommittedOnTheCallersThread() {
        let store = CountingStore()
        store.gate.signal()
        let queue = SaveQueue(store: store)
        let threads = Locked<[UInt]>([])
        queue.submit(request { _ in threads.withLock { $0.append(QueueConfinement.currentThread) } })
        #expect(threads.withLock { $0 } == [QueueConfinement.currentThread])
    }

    @Test func closingComesAfterTheSavesOfItsGroup() {
        let store = CountingStore()
        store.gate.signal()
        let queue = SaveQueue(store: store)
        let answers = Locked(0)
        queue.submit(request { _ in answers.withLock { $0 += 1 } })
        queue.submit(SaveQueue.Request(work: .close) { _ in answers.withLock { $0 += 1 } })
        #expect(store.isClosed)
        #expect(answers.withLock { $0 } == 2)
    }

    @Test func aCoordinatorGivesEachNumberOnce() throws {
        let coordinator = StoreCoordinator(store: CountingStore(), schemas: []) {}
        let numbers = try (0..<100).map { _ throws(SaveError) in try coordinator.nextNumber(at: 0) }
        #expect(numbers == Array(1...100))
        coordinator.close()
        #expect(throws: SaveError.self) { while true { _ = try coordinator.nextNumber(at: 0) } }
    }
}
