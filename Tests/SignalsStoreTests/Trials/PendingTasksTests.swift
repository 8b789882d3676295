import Dispatch
import Foundation
import Signals
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore

final class PendingTasksTests: XCTestCase {
    private typealias Start = @Sendable (Int, PersistentContainer) -> Future<Void, any Error>

    /// The number of closures that have begun and not ended, now and at most.
    private final class Begun: Sendable {
        private let counts = Locked((now: 0, most: 0))
        var most: Int { counts.withLock { $0.most } }

        func during<Result>(_ body: () throws -> Result) rethrows -> Result {
            counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
            defer { counts.withLock { $0.now -= 1 } }
            return try body()
        }
    }

    private let begun = Begun()

    func testTenThousandPendingTasksCostTheirClosuresAndNoThread() throws {
        try assertCheap { [begun] number, container in
            container.performBackgroundTask { context in
                try begun.during {
                    Chore(context: context).name = "\(number)"
                    try context.save()
                }
            }
        }
    }

    func testTenThousandPendingSavesOnReturnCostTheirClosuresAndNoThread() throws {
        try assertCheap { [begun] number, container in
            container.save { context in begun.during { Chore(context: context).name = "\(number)" } }
        }
    }

    private let count = 10_000

    private func assertCheap(_ start: @escaping Start) throws {
        let container = try makeContainer()
        container.maxConcurrentTaskCount = 4
        // However slow the machine is, nothing is taken to be stuck.
        container.tasks.limits.stallTimeout = .seconds(1000)
        let gate = try occupy(container)
        // What is made once.
        for number in 0..<10 { _ = start(-1 - number, container) }
        let before = try (threads: XCTUnwrap(ProcessMemory.threads), memory: XCTUnwrap(ProcessMemory.allocated))
        let futures = (0..<count).map { start($0, container) }
        let pending = try (threads: XCTUnwrap(ProcessMemory.threads), memory: XCTUnwrap(ProcessMemory.allocated))
        let most = try release(gate, futures)
        container.close()

        let bytes = (pending.memory - before.memory) / count
        XCTAssertLessThan(bytes, 1000, "for each task that waits")
        // A few are nobody's: those of Dispatch, and who looks whether the file was written.
        XCTAssertLessThanOrEqual(pending.threads - before.threads, 4, "while they wait")
        // Of closures, and not of threads: on a busy machine Dispatch makes another for a queue that has work before one
        // that has just ended its own is seen to be free.
        XCTAssertLessThanOrEqual(begun.most, container.maxBegunTaskCount, "while they run")
        Torture.report(
            "\(count) pending: \(bytes) bytes each; \(pending.threads - before.threads) more threads while they waited, "
                + "\(most - before.threads) while they ran, for \(begun.most) closures that had begun at once")
    }

    /// Takes all places, until the gate is opened.
    private func occupy(_ container: PersistentContainer) throws -> DispatchSemaphore {
        let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<4 {
            container.performBackgroundTask { _ in
                begun.signal()
                gate.wait()
            }
        }
        for _ in 0..<4 { begun.wait() }
        return gate
    }

    /// Lets them run; the largest number of threads that was seen.
    private func release(_ gate: DispatchSemaphore, _ futures: [Future<Void, any Error>]) throws -> Int {
        let most = Locked(0)
        let all = expectation(description: "all have ended")
        all.expectedFulfillmentCount = futures.count
        let cancellables = futures.enumerated().map { number, future in
            future.sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion { XCTFail("\(error)") }
                    if number.isMultiple(of: 50), let threads = ProcessMemory.threads {
                        most.withLock { $0 = max($0, threads) }
                    }
                    all.fulfill()
                }, receiveValue: {})
        }
        for _ in 0..<4 { gate.signal() }
        wait(for: [all], timeout: 300)
        withExtendedLifetime(cancellables) {}
        return most.withLock { $0 }
    }
}
