import Foundation
import Signals
import SignalsBattery
import SignalsTesting
import XCTest

/// The time of each scheduler, under the same laws.
final class SchedulerTimeTests: XCTestCase {
    private typealias Queue = DispatchQueue.SchedulerTimeType

    func testTheTimeOfEachSchedulerKeepsTheLaws() {
        let aWhile = DispatchTime(uptimeNanoseconds: 50_000_000_000_000_000)
        SchedulerTimeLaws(from: Queue(aWhile)).check()
        SchedulerTimeLaws(from: RunLoop.main.now).check()
        SchedulerTimeLaws(from: OperationQueue.main.now).check()
        SchedulerTimeLaws(from: VirtualTime(.seconds(1_000_000))).check()
        SchedulerTimeLaws(from: ImmediateScheduler.shared.now, timePasses: false).check()
    }

    func testNothingIsNearerThanTheDistantFutureAndNothingLeadsBack() {
        let (now, never) = (DispatchQueue.main.now, Queue(.distantFuture))
        XCTAssertEqual(now.distance(to: never), Queue.Stride(.never))
        XCTAssertEqual(never.distance(to: now), -Queue.Stride(.never))
        XCTAssertEqual(now.advanced(by: now.distance(to: never)), never)
        XCTAssertEqual(now.advanced(by: .seconds(.max)), never)
        XCTAssertEqual(never.advanced(by: .seconds(-5)), never)
        XCTAssertLessThan(now.advanced(by: .seconds(1_000_000_000)), never)
    }

    func testNothingIsBeforeTheStartOfTheMachine() {
        let start = Queue(DispatchTime(uptimeNanoseconds: 1_000))
        XCTAssertEqual(start.advanced(by: .seconds(-1)).dispatchTime.uptimeNanoseconds, 1, "0 would mean now")
    }

    func testAStretchThatIsNoNumberIsNone() {
        XCTAssertEqual(Queue.Stride.seconds(.nan), .seconds(0))
        XCTAssertEqual(VirtualTime.Stride.seconds(.nan), .seconds(0))
    }

    func testANumberOfSecondsThatDoesNotFitIsNotExact() {
        XCTAssertNil(Queue.Stride(exactly: Int.max))
        XCTAssertNil(VirtualTime.Stride(exactly: UInt.max))
        XCTAssertEqual(Queue.Stride(exactly: UInt8(2)), .seconds(2))
    }

    func testATimerWithAStretchOfLessThanNothingRuns() {
        let queue = DispatchQueue(label: "timer")
        let run = expectation(description: "a run")
        run.assertForOverFulfill = false
        let timer = queue.schedule(after: queue.now, interval: .seconds(-1), tolerance: .seconds(-1)) { run.fulfill() }
        wait(for: [run], timeout: 60)
        timer.cancel()
    }
}
