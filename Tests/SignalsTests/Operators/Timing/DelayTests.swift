import Signals
import SignalsBattery
import SignalsTesting
import XCTest

final class DelayTests: XCTestCase {
    private let scheduler = TestScheduler()
    private let subject = PassthroughSubject<Int, TestFailure>()

    private func record(_ demand: Subscribers.Demand = .unlimited) -> Recorder<Int, TestFailure> {
        let recorder = Recorder<Int, TestFailure>(demand)
        subject.delay(for: .seconds(2), scheduler: scheduler).subscribe(recorder)
        return recorder
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.delay(for: 1, scheduler: ImmediateScheduler.shared) }.check()
    }

    func testValuesArriveLaterAsFarApartAsTheyWere() {
        let recorder = record()
        subject.send(1)
        scheduler.advance(by: .seconds(1))
        subject.send(2)
        scheduler.advance(by: .milliseconds(999))
        XCTAssertEqual(recorder.values, [])
        scheduler.advance(by: .milliseconds(1))
        XCTAssertEqual(recorder.values, [1])
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.values, [1, 2])
    }

    func testTheCompletionIsDelayedToo() {
        let recorder = record()
        subject.send(1)
        subject.send(completion: .failure(TestFailure()))
        scheduler.advance(by: .milliseconds(1999))
        XCTAssertTrue(recorder.completions.isEmpty)
        scheduler.advance(by: .milliseconds(1))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testDemandPassesAtOnce() {
        let numbers = Numbers<TestFailure>(1...9)
        let recorder = Recorder<Int, TestFailure>(.max(2), then: .max(1))
        numbers.delay(for: .seconds(1), scheduler: scheduler).subscribe(recorder)
        XCTAssertEqual(numbers.requests, [.max(2)])
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertEqual(numbers.requests, [.max(2), .max(1), .max(1)])
    }

    func testCancellingDropsWhatIsUnderway() {
        let recorder = record()
        subject.send(1)
        recorder.cancel()
        scheduler.run()
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testAConcurrentQueueLosesAndReordersNothing() {
        let ended = expectation(description: "the end")
        let recorder = Recorder<Int, TestFailure>()
        Numbers<TestFailure>(1...1000)
            .delay(for: .milliseconds(1), scheduler: DispatchQueue.global())
            .handleEvents(receiveCompletion: { _ in ended.fulfill() })
            .subscribe(recorder)
        wait(for: [ended], timeout: 60)
        XCTAssertEqual(recorder.values, Array(1...1000))
        XCTAssertEqual(recorder.overlaps, 0)
    }
}
