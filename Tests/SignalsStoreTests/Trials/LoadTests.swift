import Dispatch
import Foundation
import Signals
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore

final class LoadTests: XCTestCase {
    /// 100,000 at least where it is to last, and as many as take a few seconds elsewhere.
    private let saves =
        Torture.isLong ? max(100_000, 1000 * Torture.factor) : ProcessMemory.isSanitized ? 8000 : 50_000

    func testEachOfManySavesHasTheOutcomeItMustHaveAndEachProducersOrderIsKept() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        let trial = LoadTrial(saves: saves)
        XCTAssertEqual(trial.run(container), trial.expected)
        // The saves of a producer's own context, in the order of the objects' numbers, which is that of their making.
        let orders = try container.inBackground { context in
            var orders: [String: [Int]] = [:]
            for chore in try context.fetch(FetchRequest<Chore>()) where chore.minutes > 1 {
                orders[String(chore.name.prefix { $0 != "/" }), default: []].append(chore.minutes)
            }
            return orders
        }
        XCTAssertEqual(orders.count, trial.producers)
        for (_, order) in orders { XCTAssertEqual(order, order.sorted()) }
        let stored = try container.choreNames().count
        XCTAssertEqual(stored, trial.expected.succeeded)
        container.close()
        Torture.report("load: \(trial.saves) saves of \(trial.producers) producers, outcomes exact: \(trial.expected)")
    }

    func testMemoryIsBackWhereItWasAfterALoad() throws {
        let saves = Torture.isLong ? 100_000 : ProcessMemory.isSanitized ? 6400 : 16_000
        // Each thread keeps up to a quarter of a megabyte that was freed for itself, which counts as allocated, and how
        // many there are is Dispatch's matter. The smallest object that each save left behind would be more than this.
        let bound = max(1_000_000, saves * 40)
        _ = try XCTUnwrap(ProcessMemory.allocated, "what is allocated can be told")
        // The first round makes what is made once.
        try load(saves)
        // What saves leave behind they leave behind in each round, threads that come and go do not.
        var growth = Int.max
        for _ in 0..<4 where growth >= bound {
            let before = settledMemory()
            try load(saves)
            growth = settledMemory() - before
        }
        XCTAssertLessThan(growth, bound, "\(growth) bytes after \(saves) saves")
        Torture.report("memory after \(saves) more saves: \(growth) bytes more than before")
    }

    /// Returns the memory that is allocated when the last places have let go of what they ran.
    private func settledMemory() -> Int {
        let last = Locked(0)
        let isSettled = NSPredicate { _, _ in
            let now = ProcessMemory.allocated ?? 0
            return last.withLock { last in
                defer { last = now }
                return abs(now - last) < 2000
            }
        }
        wait(for: [expectation(for: isSettled, evaluatedWith: nil)], timeout: 60)
        return last.withLock { $0 }
    }

    /// A load on a store of its own.
    private func load(_ saves: Int) throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        let trial = LoadTrial(saves: saves)
        XCTAssertEqual(trial.run(container), trial.expected)
        container.close()
    }

    func testSavesLeaveNothingBehindInMemory() throws {
        let container = try makeContainer()
        let id = try container.addChores("taken")[0]
        let made = Locked<[ManagedObjectContext.WeakContext]>([])
        let all = DispatchGroup()
        for number in 0..<2000 {
            all.enter()
            let body: @Sendable (ManagedObjectContext) throws -> Void = { context in
                made.withLock { $0.append(ManagedObjectContext.WeakContext(context: context)) }
                if number.isMultiple(of: 2) {
                    Chore(context: context).name = "taken"
                } else {
                    try context.existingObject(with: id).minutes += 1
                }
                if number.isMultiple(of: 3) { try context.save() }
            }
            let future = number.isMultiple(of: 3) ? container.performBackgroundTask(body) : container.save(body)
            future.subscribe(Subscribers.Sink(receiveCompletion: { _ in all.leave() }, receiveValue: {}))
        }
        all.wait()
        container.close()
        XCTAssertEqual(made.withLock { $0.count }, 2000)
        // The last places may still be letting go of what they ran.
        let isEmpty = expectation(
            for: NSPredicate { _, _ in made.withLock { $0.allSatisfy { $0.context == nil } } }, evaluatedWith: nil)
        wait(for: [isEmpty], timeout: 30)
    }

    func testTenThousandTasksThatWaitTakeUpNoSlots() throws {
        let limits = BackgroundTasksState.Limits(running: 2, slots: 4, stallTimeout: .seconds(1000))
        let tasks = BackgroundTasks(limits: limits)
        let gate = DispatchSemaphore(value: 0)
        let places = Locked<Set<ObjectIdentifier>>([])
        let ended = Locked<[Int]>([])
        for number in 0..<10_000 {
            let isAccepted = tasks.submit { place in
                if number < 2 { gate.wait() }
                places.withLock { _ = $0.insert(ObjectIdentifier(place)) }
                ended.withLock { $0.append(number) }
            }
            XCTAssertTrue(isAccepted)
        }
        XCTAssertEqual(ended.withLock { $0 }, [])
        for _ in 0..<2 { gate.signal() }
        tasks.close()
        XCTAssertEqual(Set(ended.withLock { $0 }), Set(0..<10_000))
        XCTAssertLessThanOrEqual(places.withLock { $0.count }, 2)
    }

    func testATaskThatIsSuspendedTakesUpNoPlaceAndIsWaitedFor() throws {
        let tasks = BackgroundTasks(limits: .init(running: 1, slots: 1, stallTimeout: .seconds(1000)))
        let log = Locked<[String]>([])
        let isSuspended = DispatchSemaphore(value: 0)
        let other = DispatchSemaphore(value: 0)
        _ = tasks.submit { _ in
            tasks.suspend()
            isSuspended.signal()
        }
        isSuspended.wait()
        _ = tasks.submit { _ in
            log.withLock { $0.append("other") }
            other.signal()
        }
        other.wait()
        DispatchQueue.global().async { tasks.resume { _ in log.withLock { $0.append("second part") } } }
        tasks.close()
        XCTAssertEqual(log.withLock { $0 }, ["other", "second part"])
    }
}
