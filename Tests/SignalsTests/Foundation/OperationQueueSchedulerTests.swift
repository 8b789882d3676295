import Foundation
import Signals
import SignalsBattery
import XCTest

final class OperationQueueSchedulerTests: XCTestCase {
    private let queue = OperationQueue()
    private let log = CurrentValueSubject<[Int], Never>([])

    override func setUp() {
        queue.maxConcurrentOperationCount = 1
    }

    func testActionsRunAsOperationsOfTheQueue() {
        let ended = expectation(description: "the last action")
        queue.isSuspended = true
        for number in 1...10 {
            queue.schedule { [log] in
                log.value.append(number)
                if number == 10 { ended.fulfill() }
            }
        }
        XCTAssertEqual(queue.operationCount, 10)
        queue.isSuspended = false
        wait(for: [ended], timeout: 60)
        XCTAssertEqual(log.value, Array(1...10))
    }

    func testAnActionRunsNotBeforeItsMoment() {
        let ended = expectation(description: "the action")
        let due = queue.now.advanced(by: .milliseconds(10))
        queue.schedule(after: due) { [queue] in
            XCTAssertGreaterThan(queue.now.advanced(by: .milliseconds(1)), due)
            ended.fulfill()
        }
        wait(for: [ended], timeout: 60)
    }

    func testAnActionWithAMomentIsInTheQueueAtOnceSoThatCancellingFindsIt() {
        queue.schedule(after: queue.now.advanced(by: .seconds(3600))) { [log] in log.value.append(0) }
        XCTAssertEqual(queue.operationCount, 1)
        queue.cancelAllOperations()
        queue.waitUntilAllOperationsAreFinished()
        XCTAssertEqual(log.value, [])
    }

    func testWaitingForTheQueueWaitsForAnActionWithAMoment() {
        queue.schedule(after: queue.now.advanced(by: .milliseconds(5))) { [log] in log.value.append(0) }
        queue.waitUntilAllOperationsAreFinished()
        XCTAssertEqual(log.value, [0])
    }

    func testAnActionThatIsCancelledIsReleasedBeforeItsMoment() {
        let released = expectation(description: "the action is released")
        do {
            let token = Token { released.fulfill() }
            queue.schedule(after: queue.now.advanced(by: .seconds(3600))) { withExtendedLifetime(token) {} }
        }
        queue.cancelAllOperations()
        wait(for: [released], timeout: 60)
    }

    func testMomentsOutliveTheActionsThatRanOrWereCancelled() {
        queue.maxConcurrentOperationCount = 8
        for round in 0..<40 {
            for number in 0..<200 { queue.schedule(after: queue.now.advanced(by: .milliseconds(number % 7))) {} }
            if round % 2 == 0 { queue.cancelAllOperations() }
            queue.waitUntilAllOperationsAreFinished()
        }
        let later = expectation(description: "a moment after all others")
        queue.schedule(after: queue.now.advanced(by: .milliseconds(10))) { later.fulfill() }
        wait(for: [later], timeout: 60)
    }

    private final class Token: Sendable {
        private let onRelease: @Sendable () -> Void
        init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
        deinit { onRelease() }
    }

    func testItsTimeIsOfATypeOfItsOwn() {
        XCTAssertFalse(OperationQueue.SchedulerTimeType.self == RunLoop.SchedulerTimeType.self)
    }

    func testARepeatingActionRunsAgainAndAgain() {
        let third = expectation(description: "the third run")
        third.assertForOverFulfill = false
        let repeating = queue.schedule(after: queue.now, interval: .milliseconds(1)) { [log] in
            log.value.append(0)
            if log.value.count >= 3 { third.fulfill() }
        }
        wait(for: [third], timeout: 60)
        repeating.cancel()
    }

    func testARepeatingActionThatIsCancelledBeforeItsMomentNeverRuns() {
        queue.schedule(after: queue.now.advanced(by: .milliseconds(20)), interval: .milliseconds(1)) { [log] in
            log.value.append(0)
        }.cancel()
        let later = expectation(description: "later")
        queue.schedule(after: queue.now.advanced(by: .milliseconds(40))) { later.fulfill() }
        wait(for: [later], timeout: 60)
        XCTAssertEqual(log.value, [])
    }

    func testReceivingOnAQueueOfManyThreadsKeepsTheOrder() {
        queue.maxConcurrentOperationCount = 4
        let ended = expectation(description: "the end")
        let recorder = Recorder<Int, TestFailure>()
        Numbers<TestFailure>(1...10_000)
            .receive(on: queue)
            .handleEvents(receiveCompletion: { _ in ended.fulfill() })
            .subscribe(recorder)
        wait(for: [ended], timeout: 60)
        XCTAssertEqual(recorder.values, Array(1...10_000))
    }
}
