import Signals
import XCTest

final class TryScanTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryScan(0) { $0 + $1 } }.check()
        Lifecycle { $0.tryScan(0) { if $1 > 1 { throw TestFailure() } else { $0 } } }.check()
    }

    func testEveryResultIsDeliveredUntilAnErrorIsThrown() {
        let recorder = [1, 2, 0, 3].publisher
            .tryScan(12) { if $1 == 0 { throw TestFailure() } else { $0 / $1 } }
            .recording()
        XCTAssertEqual(recorder.values, [12, 6])
        XCTAssertTrue(recorder.failure is TestFailure)
    }
}
