import Signals
import SignalsTesting
import XCTest

final class TestSchedulerTests: XCTestCase {
    private let scheduler = TestScheduler()
    private let log = CurrentValueSubject<[String], Never>([])

    private func note(_ text: String) -> @Sendable () -> Void {
        { [log] in log.value.append(text) }
    }

    func testNothingRunsBeforeTimeIsAdvanced() {
        scheduler.schedule(note("now"))
        scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1)), note("later"))
        XCTAssertEqual(log.value, [])
        scheduler.advance()
        XCTAssertEqual(log.value, ["now"])
    }

    func testActionsRunInTheOrderOfTheirDates() {
        for second in [3, 1, 2] {
            scheduler.schedule(after: VirtualTime(.seconds(second)), note("\(second)"))
        }
        scheduler.advance(by: .seconds(2))
        XCTAssertEqual(log.value, ["1", "2"])
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(log.value, ["1", "2", "3"])
    }

    func testActionsOfOneDateRunInTheOrderOfTheirArrival() {
        for name in ["a", "b", "c", "d"] { scheduler.schedule(after: VirtualTime(.seconds(1)), note(name)) }
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(log.value, ["a", "b", "c", "d"])
    }

    func testAnActionSeesItsOwnMoment() {
        scheduler.schedule(after: VirtualTime(.milliseconds(1500))) { [scheduler, log] in
            log.value.append("\(scheduler.now.sinceStart.magnitude)")
        }
        scheduler.advance(by: .seconds(5))
        XCTAssertEqual(log.value, ["1500000000"])
        XCTAssertEqual(scheduler.now, VirtualTime(.seconds(5)))
    }

    func testActionsThatAnActionSchedulesRunInTheSameAdvanceIfTheyAreDue() {
        scheduler.schedule(after: VirtualTime(.seconds(1))) { [scheduler, log, note = note("nested")] in
            log.value.append("outer")
            scheduler.schedule(after: VirtualTime(.seconds(2)), note)
        }
        scheduler.advance(by: .seconds(2))
        XCTAssertEqual(log.value, ["outer", "nested"])
    }

    func testARepeatingActionEndsWhenItIsCancelled() {
        let repeating = scheduler.schedule(after: VirtualTime(.seconds(1)), interval: .seconds(2), note("tick"))
        scheduler.advance(by: .seconds(5))
        XCTAssertEqual(log.value.count, 3)
        repeating.cancel()
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(log.value.count, 3)
        XCTAssertTrue(scheduler.isIdle)
    }

    func testARepeatingActionCanCancelItself() {
        let holder = CurrentValueSubject<AnyCancellable?, Never>(nil)
        holder.value = AnyCancellable(
            scheduler.schedule(after: VirtualTime(.seconds(1)), interval: .seconds(1)) { [log] in
                log.value.append("tick")
                holder.value = nil
            })
        scheduler.run()
        XCTAssertEqual(log.value, ["tick"])
    }

    func testRunGoesOnUntilNothingIsScheduled() {
        scheduler.schedule(after: VirtualTime(.seconds(86_400)), note("tomorrow"))
        scheduler.schedule(note("now"))
        scheduler.run()
        XCTAssertEqual(log.value, ["now", "tomorrow"])
        XCTAssertEqual(scheduler.now, VirtualTime(.seconds(86_400)))
    }

    func testTimeNeverGoesBack() {
        scheduler.advance(to: VirtualTime(.seconds(10)))
        scheduler.advance(to: VirtualTime(.seconds(5)))
        XCTAssertEqual(scheduler.now, VirtualTime(.seconds(10)))
        scheduler.schedule(after: VirtualTime(.seconds(1)), note("past"))
        scheduler.advance()
        XCTAssertEqual(log.value, ["past"])
        XCTAssertEqual(scheduler.now, VirtualTime(.seconds(10)))
    }

    func testActionsMayBeScheduledFromManyThreads() {
        let count = CurrentValueSubject<Int, Never>(0)
        DispatchQueue.concurrentPerform(iterations: 100) { [scheduler] _ in
            scheduler.schedule { count.value += 1 }
        }
        scheduler.run()
        XCTAssertEqual(count.value, 100)
    }
}
