import Signals
import SignalsBattery
import SignalsTesting
import XCTest

final class DebounceTests: XCTestCase {
    private let scheduler = TestScheduler()
    private let subject = PassthroughSubject<Int, TestFailure>()

    private func record(_ demand: Subscribers.Demand = .unlimited) -> Recorder<Int, TestFailure> {
        let recorder = Recorder<Int, TestFailure>(demand)
        subject.debounce(for: .seconds(1), scheduler: scheduler).subscribe(recorder)
        return recorder
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.debounce(for: .seconds(1), scheduler: PromptScheduler()) }.check()
        Lifecycle { $0.debounce(for: 1, scheduler: ImmediateScheduler.shared) }.check()
    }

    func testDeliversAValueAfterAPause() {
        let recorder = record()
        subject.send(1)
        scheduler.advance(by: .milliseconds(999))
        XCTAssertEqual(recorder.values, [])
        scheduler.advance(by: .milliseconds(1))
        XCTAssertEqual(recorder.values, [1])
    }

    func testEachValueBeginsThePauseAnew() {
        let recorder = record()
        for value in 1...5 {
            subject.send(value)
            scheduler.advance(by: .milliseconds(600))
        }
        XCTAssertEqual(recorder.values, [])
        scheduler.advance(by: .milliseconds(400))
        XCTAssertEqual(recorder.values, [5])
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(recorder.values, [5])
    }

    func testDeliversAfterEachPause() {
        let recorder = record()
        for value in 1...3 {
            subject.send(value)
            scheduler.advance(by: .seconds(1))
        }
        XCTAssertEqual(recorder.values, [1, 2, 3])
    }

    func testTheCompletionPassesAtOnceAndDropsAValueWhoseTimeHasNotCome() {
        let recorder = record()
        subject.send(1)
        subject.send(completion: .finished)
        scheduler.advance()
        XCTAssertEqual(recorder.completions, [.finished])
        scheduler.run()
        XCTAssertEqual(recorder.values, [])
    }

    func testAsksUpstreamForAll() {
        let numbers = Numbers<TestFailure>(1...9, then: nil)
        let recorder = Recorder<Int, TestFailure>(.max(1))
        numbers.debounce(for: .seconds(1), scheduler: scheduler).subscribe(recorder)
        XCTAssertEqual(numbers.requests, [.unlimited])
        scheduler.run()
        XCTAssertEqual(recorder.values, [9])
    }

    func testAValueThatNobodyHasAskedForWhenItsTimeComesIsDropped() {
        let recorder = record(.none)
        subject.send(1)
        scheduler.advance(by: .seconds(1))
        recorder.request(.max(2))
        scheduler.run()
        XCTAssertEqual(recorder.values, [])
        subject.send(2)
        scheduler.run()
        XCTAssertEqual(recorder.values, [2])
    }

    func testNothingIsDeliveredAfterACancel() {
        let recorder = record()
        subject.send(1)
        recorder.cancel()
        scheduler.run()
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testASubscriberIsReleasedAtTheEndThoughTheSchedulerHasWorkLeft() {
        weak var weakRecorder: Recorder<Int, TestFailure>?
        do {
            let recorder = record()
            weakRecorder = recorder
            subject.send(1)
            recorder.cancel()
        }
        XCTAssertNil(weakRecorder)
        XCTAssertFalse(scheduler.isIdle)
    }
}
