import Signals
import SignalsBattery
import XCTest

final class LockedTests: XCTestCase {
    func testKeepsConcurrentChangesApart() {
        let count = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1000 { count.withLock { $0 += 1 } }
        }
        XCTAssertEqual(count.withLock { $0 }, 8000)
    }

    func testThreadsThatWaitForALongTimeAreWoken() {
        let order = Locked<[Int]>([])
        let isHeld = expectation(description: "the lock is held")
        let mayGoOn = DispatchSemaphore(value: 0)
        let waiters = DispatchGroup()
        Thread.detachNewThread {
            order.withLock { order in
                isHeld.fulfill()
                mayGoOn.wait()
                order.append(0)
            }
        }
        wait(for: [isHeld], timeout: 10)
        for number in 1...8 {
            DispatchQueue(label: "waiter").async(group: waiters) {
                if number == 8 { mayGoOn.signal() }
                order.withLock { $0.append(number) }
            }
        }
        XCTAssertEqual(waiters.wait(timeout: .now() + 60), .success)
        XCTAssertEqual(order.withLock { $0.sorted() }, Array(0...8))
    }

    #if DEBUG
        func testTheAuditCountsTheLocksOfItsThread() {
            LockAudit.begin()
            let (outer, inner) = (Locked(0), Locked(0))
            XCTAssertEqual(LockAudit.heldLocks, 0)
            let counts = outer.withLock { _ in (LockAudit.heldLocks, inner.withLock { _ in LockAudit.heldLocks }) }
            XCTAssertEqual([counts.0, counts.1, LockAudit.heldLocks], [1, 2, 0])
        }
    #endif

    func testAnErrorLeavesItUnlocked() {
        let state = Locked(1)
        XCTAssertThrowsError(try state.withLock { _ in throw TestFailure() })
        XCTAssertEqual(state.withLock { $0 }, 1)
    }

    func testReleasesItsState() {
        final class Payload: Sendable {}
        weak var weakPayload: Payload?
        do {
            let payload = Payload()
            weakPayload = payload
            let state = Locked<Payload?>(payload)
            XCTAssertNotNil(state.withLock { $0 })
        }
        XCTAssertNil(weakPayload)
    }
}
