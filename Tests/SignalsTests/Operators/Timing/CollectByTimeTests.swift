import Signals
import SignalsBattery
import SignalsTesting
import XCTest

final class CollectByTimeTests: XCTestCase {
    private let scheduler = TestScheduler()
    private let subject = PassthroughSubject<Int, TestFailure>()

    private func record(
        count: Int? = nil, _ demand: Subscribers.Demand = .unlimited
    ) -> Recorder<[Int], TestFailure> {
        let recorder = Recorder<[Int], TestFailure>(demand)
        let byTime = subject.collect(.byTime(scheduler, .seconds(5)))
        let publisher = count.map { subject.collect(.byTimeOrCount(scheduler, .seconds(5), $0)) } ?? byTime
        publisher.subscribe(recorder)
        return recorder
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.collect(.byTime(PromptScheduler(), .seconds(1))) }.check()
        Lifecycle { $0.collect(.byTimeOrCount(PromptScheduler(), .seconds(1), 2)) }.check()
        Lifecycle { $0.collect(.byTime(ImmediateScheduler.shared, 1)) }.check()
    }

    func testDeliversWhatCameInEachStretchOfTime() {
        let recorder = record()
        for value in 1...9 {
            scheduler.advance(by: .seconds(1))
            subject.send(value)
        }
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.values, [[1, 2, 3, 4], [5, 6, 7, 8, 9]])
    }

    func testAStretchWithoutValuesDeliversNothing() {
        let recorder = record()
        scheduler.advance(by: .seconds(20))
        subject.send(1)
        scheduler.advance(by: .seconds(20))
        XCTAssertEqual(recorder.values, [[1]])
    }

    func testEnoughValuesAreDeliveredBeforeTheTimeIsOver() {
        let recorder = record(count: 2)
        for value in 1...5 { subject.send(value) }
        scheduler.advance()
        XCTAssertEqual(recorder.values, [[1, 2], [3, 4]])
        scheduler.advance(by: .seconds(5))
        XCTAssertEqual(recorder.values, [[1, 2], [3, 4], [5]])
    }

    func testFinishingDeliversWhatIsLeftAndStopsTheTimer() {
        let recorder = record()
        subject.send(1)
        subject.send(completion: .finished)
        scheduler.run()
        XCTAssertEqual(recorder.values, [[1]])
        XCTAssertEqual(recorder.completions, [.finished])
        XCTAssertTrue(scheduler.isIdle)
    }

    func testAFailureDropsWhatIsLeft() {
        let recorder = record()
        subject.send(1)
        subject.send(completion: .failure(TestFailure()))
        scheduler.run()
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testWithANumberAsManyValuesAreAskedForAsFillTheArraysThatAreWanted() {
        let numbers = Numbers<TestFailure>(1...99)
        let recorder = Recorder<[Int], TestFailure>(.max(2))
        numbers.collect(.byTimeOrCount(scheduler, .seconds(5), 3)).subscribe(recorder)
        XCTAssertEqual(numbers.requests, [.max(6)])
        scheduler.advance()
        XCTAssertEqual(recorder.values, [[1, 2, 3], [4, 5, 6]])
        recorder.request(.max(1))
        XCTAssertEqual(numbers.requests, [.max(6), .max(3)])
    }

    func testByTimeAloneAsksUpstreamForAllAndArraysThatNobodyAskedForWait() {
        let numbers = Numbers<TestFailure>(1...3, then: nil)
        let recorder = Recorder<[Int], TestFailure>(.none)
        numbers.collect(.byTime(scheduler, .seconds(5))).subscribe(recorder)
        XCTAssertEqual(numbers.requests, [.unlimited])
        scheduler.advance(by: .seconds(5))
        XCTAssertEqual(recorder.values, [])
        recorder.request(.max(1))
        scheduler.advance()
        XCTAssertEqual(recorder.values, [[1, 2, 3]])
        recorder.cancel()
    }

    func testCancellingStopsTheTimer() {
        let recorder = record()
        subject.send(1)
        recorder.cancel()
        scheduler.advance(by: .seconds(5))
        XCTAssertTrue(scheduler.isIdle)
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testTheStrategyIsKept() {
        let publisher = subject.collect(.byTimeOrCount(scheduler, .seconds(5), 3))
        guard case .byTimeOrCount(_, let interval, 3) = publisher.strategy, interval == .seconds(5) else {
            return XCTFail("the strategy was \(publisher.strategy)")
        }
    }
}
