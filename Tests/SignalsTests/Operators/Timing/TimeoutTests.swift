import Signals
import SignalsBattery
import SignalsTesting
import XCTest

final class TimeoutTests: XCTestCase {
    private let scheduler = TestScheduler()
    private let subject = PassthroughSubject<Int, TestFailure>()

    func testKeepsTheLifecycle() {
        Lifecycle { $0.timeout(.seconds(1), scheduler: PromptScheduler()) }.check()
    }

    func testFinishesWhenNoValueComesForTooLong() {
        let recorder = Recorder<Int, TestFailure>()
        subject.timeout(.seconds(5), scheduler: scheduler).subscribe(recorder)
        scheduler.advance(by: .milliseconds(4999))
        XCTAssertTrue(recorder.completions.isEmpty)
        scheduler.advance(by: .milliseconds(1))
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testFailsWithTheErrorIfOneIsGiven() {
        let recorder = Recorder<Int, TestFailure>()
        subject.timeout(.seconds(5), scheduler: scheduler, customError: { TestFailure() }).subscribe(recorder)
        scheduler.run()
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testTheTimeBeginsAnewWithEachValue() {
        let recorder = Recorder<Int, TestFailure>()
        subject.timeout(.seconds(5), scheduler: scheduler).subscribe(recorder)
        for value in 1...4 {
            scheduler.advance(by: .seconds(4))
            subject.send(value)
        }
        scheduler.advance(by: .seconds(4))
        XCTAssertEqual(recorder.values, [1, 2, 3, 4])
        XCTAssertTrue(recorder.completions.isEmpty)
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testWhenTheTimeIsOverUpstreamIsCancelled() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>()
        rogue.timeout(.seconds(5), scheduler: scheduler).subscribe(recorder)
        let connection = rogue.connect()
        scheduler.run()
        XCTAssertEqual(connection.cancels, 1)
        rogue.send(1)
        scheduler.run()
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testUpstreamsCompletionEndsTheWaiting() {
        let recorder = Recorder<Int, TestFailure>()
        subject.timeout(.seconds(5), scheduler: scheduler, customError: { TestFailure() }).subscribe(recorder)
        subject.send(1)
        subject.send(completion: .finished)
        scheduler.run()
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testDemandPassesUnchanged() {
        let numbers = Numbers<TestFailure>(1...9)
        let recorder = Recorder<Int, TestFailure>(.max(2))
        numbers.timeout(.seconds(5), scheduler: scheduler).subscribe(recorder)
        recorder.request(.max(1))
        XCTAssertEqual(numbers.requests, [.max(2), .max(1)])
        scheduler.advance()
        XCTAssertEqual(recorder.values, [1, 2, 3])
    }

    func testASubscriberThatCancelsIsReleasedBeforeTheTimeIsOver() {
        weak var weakRecorder: Recorder<Int, TestFailure>?
        do {
            let recorder = Recorder<Int, TestFailure>()
            weakRecorder = recorder
            subject.timeout(.seconds(5), scheduler: scheduler).subscribe(recorder)
            recorder.cancel()
        }
        XCTAssertNil(weakRecorder)
        XCTAssertFalse(scheduler.isIdle)
    }

    func testAConcurrentQueueLosesAndReordersNothing() {
        let ended = expectation(description: "the end")
        let recorder = Recorder<Int, TestFailure>()
        Numbers<TestFailure>(1...10_000)
            .timeout(.seconds(1000), scheduler: DispatchQueue.global())
            .handleEvents(receiveCompletion: { _ in ended.fulfill() })
            .subscribe(recorder)
        wait(for: [ended], timeout: 60)
        XCTAssertEqual(recorder.values, Array(1...10_000))
        XCTAssertEqual(recorder.overlaps, 0)
    }
}
