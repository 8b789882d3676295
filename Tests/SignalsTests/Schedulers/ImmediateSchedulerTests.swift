import Signals
import XCTest

final class ImmediateSchedulerTests: XCTestCase {
    func testRunsEverythingAtOnce() {
        let scheduler = ImmediateScheduler.shared
        let runs = Locked<[Int]>([])
        scheduler.schedule { runs.withLock { $0.append(1) } }
        scheduler.schedule(after: scheduler.now.advanced(by: .seconds(10))) { runs.withLock { $0.append(2) } }
        let repeated = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) {
            runs.withLock { $0.append(3) }
        }
        XCTAssertEqual(runs.withLock { $0 }, [1, 2, 3])
        repeated.cancel()
    }

    func testTheImmediateSchedulersTimeDoesNotAdvance() {
        let now = ImmediateScheduler.shared.now
        XCTAssertEqual(now.distance(to: now.advanced(by: .seconds(3))), 0)
        XCTAssertEqual(ImmediateScheduler.SchedulerTimeType.Stride.milliseconds(5), .seconds(1.5))
    }
}
