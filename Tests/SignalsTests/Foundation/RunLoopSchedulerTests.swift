import Foundation
import Signals
import XCTest

final class RunLoopSchedulerTests: XCTestCase {
    private let log = CurrentValueSubject<[Int], Never>([])

    func testActionsRunOnTheRunLoopInOrder() {
        let ended = expectation(description: "the last action")
        for number in 1...100 {
            RunLoop.main.schedule { [log] in
                XCTAssertTrue(Thread.isMainThread)
                log.value.append(number)
                if number == 100 { ended.fulfill() }
            }
        }
        XCTAssertEqual(log.value, [], "nothing runs at once")
        wait(for: [ended], timeout: 60)
        XCTAssertEqual(log.value, Array(1...100))
    }

    func testAnActionFromAnotherThreadWakesARunLoopThatWaits() {
        let ended = expectation(description: "the action")
        let delivery = Just(1).delay(for: .milliseconds(20), scheduler: DispatchQueue.global())
            .receive(on: RunLoop.main)
            .sink { _ in
                XCTAssertTrue(Thread.isMainThread)
                ended.fulfill()
            }
        wait(for: [ended], timeout: 60)
        delivery.cancel()
    }

    func testAnActionRunsNotBeforeItsMoment() {
        let ended = expectation(description: "the action")
        let due = RunLoop.main.now.advanced(by: .milliseconds(10))
        RunLoop.main.schedule(after: due) {
            XCTAssertGreaterThan(RunLoop.main.now.advanced(by: .milliseconds(1)), due)
            ended.fulfill()
        }
        wait(for: [ended], timeout: 60)
    }

    func testARepeatingActionEndsWhenItIsCancelled() {
        let third = expectation(description: "the third run")
        let holder = CurrentValueSubject<AnyCancellable?, Never>(nil)
        let repeating = RunLoop.main.schedule(after: RunLoop.main.now, interval: .milliseconds(1)) { [log] in
            log.value.append(0)
            guard log.value.count == 3 else { return }
            holder.value = nil
            third.fulfill()
        }
        holder.value = AnyCancellable(repeating)
        wait(for: [third], timeout: 60)
        let later = expectation(description: "some time later")
        RunLoop.main.schedule(after: RunLoop.main.now.advanced(by: .milliseconds(20))) { later.fulfill() }
        wait(for: [later], timeout: 60)
        XCTAssertEqual(log.value.count, 3)
    }

    func testARepeatingActionThatIsCancelledIsReleasedThoughTheRunLoopDoesNotRun() {
        final class Token: Sendable {}
        weak var weakToken: Token?
        do {
            let token = Token()
            weakToken = token
            RunLoop.main.schedule(after: RunLoop.main.now.advanced(by: .seconds(3600)), interval: .seconds(3600)) {
                withExtendedLifetime(token) {}
            }.cancel()
        }
        XCTAssertNil(weakToken)
    }

    func testAnActionThatRunsTheRunLoopHasTheNextOnesRunInsideIt() {
        let inner = expectation(description: "the inner action")
        RunLoop.main.schedule { [log] in
            RunLoop.main.schedule {
                log.value.append(2)
                inner.fulfill()
            }
            log.value.append(1)
            while log.value.count < 2, RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 10)) {}
            log.value.append(3)
        }
        wait(for: [inner], timeout: 60)
        let ended = expectation(description: "a later action")
        RunLoop.main.schedule { ended.fulfill() }
        wait(for: [ended], timeout: 60)
        XCTAssertEqual(log.value, [1, 2, 3])
    }

    func testAThreadOfItsOwnRunsWhatIsScheduledOnItsRunLoop() {
        let runLoop = CurrentValueSubject<Loop?, Never>(nil)
        let isReady = expectation(description: "the run loop")
        let third = expectation(description: "the third run")
        third.assertForOverFulfill = false
        let thread = Thread {
            runLoop.value = Loop(runLoop: .current)
            isReady.fulfill()
            let end = Date(timeIntervalSinceNow: 60)
            RunLoop.current.add(Timer(fire: end, interval: 0, repeats: false) { _ in }, forMode: .default)
            while !Thread.current.isCancelled, Date() < end {
                _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
            }
        }
        thread.start()
        wait(for: [isReady], timeout: 60)
        guard let loop = runLoop.value?.runLoop else { return XCTFail("there is a run loop") }
        let repeating = loop.schedule(after: loop.now, interval: .milliseconds(1)) { [log] in
            XCTAssertFalse(Thread.isMainThread)
            log.value.append(0)
            if log.value.count == 3 { third.fulfill() }
        }
        wait(for: [third], timeout: 60)
        repeating.cancel()
        thread.cancel()
    }

    /// A run loop on its way to another thread, which only schedules on it.
    // SAFETY: scheduling on a run loop is allowed from every thread.
    private struct Loop: @unchecked Sendable { let runLoop: RunLoop }

    func testTimeIsCountedInSeconds() {
        let moment = RunLoop.SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 100))
        XCTAssertEqual(moment.advanced(by: 1.5).date, Date(timeIntervalSinceReferenceDate: 101.5))
        XCTAssertEqual(moment.distance(to: moment.advanced(by: .milliseconds(250))), .milliseconds(250))
        XCTAssertEqual(RunLoop.SchedulerTimeType.Stride.seconds(2).timeInterval, 2)
        XCTAssertEqual(RunLoop.SchedulerTimeType.Stride.microseconds(3).timeInterval, 0.000_003)
        XCTAssertEqual(RunLoop.SchedulerTimeType.Stride.nanoseconds(3).timeInterval, 0.000_000_003)
        XCTAssertLessThan(RunLoop.SchedulerTimeType.Stride.milliseconds(999), 1)
    }

    func testTimeCanBeEncoded() throws {
        let moment = RunLoop.SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 100))
        let data = try JSONEncoder().encode(moment)
        XCTAssertEqual(try JSONDecoder().decode(RunLoop.SchedulerTimeType.self, from: data), moment)
    }

    func testDebounceRunsOnARunLoop() {
        let ended = expectation(description: "the value")
        let subject = PassthroughSubject<Int, Never>()
        let following = subject.debounce(for: .milliseconds(5), scheduler: RunLoop.main).sink { [log] in
            log.value.append($0)
            ended.fulfill()
        }
        for value in 1...3 { subject.send(value) }
        wait(for: [ended], timeout: 60)
        XCTAssertEqual(log.value, [3])
        following.cancel()
    }
}
