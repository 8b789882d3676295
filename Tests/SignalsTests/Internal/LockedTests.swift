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
