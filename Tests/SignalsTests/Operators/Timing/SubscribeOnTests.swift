import Signals
import SignalsBattery
import SignalsTesting
import XCTest

final class SubscribeOnTests: XCTestCase {
    private let scheduler = TestScheduler()

    func testKeepsTheLifecycle() {
        Lifecycle { $0.subscribe(on: ImmediateScheduler.shared) }.check()
    }

    func testSubscribingAndAskingHappenOnTheScheduler() {
        let numbers = Numbers<TestFailure>(1...3)
        let recorder = Recorder<Int, TestFailure>(.max(1))
        numbers.subscribe(on: scheduler).subscribe(recorder)
        XCTAssertEqual(recorder.subscriptionCount, 0)
        scheduler.advance()
        XCTAssertEqual(recorder.values, [1])
        recorder.request(.max(2))
        XCTAssertEqual(recorder.values, [1])
        scheduler.advance()
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testDemandReturnedForAValueIsReturnedAtOnceSoThatASubjectDropsNothing() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>(.max(1), then: .max(1))
        subject.subscribe(on: scheduler).subscribe(recorder)
        scheduler.run()
        for value in 1...3 { subject.send(value) }
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertTrue(scheduler.isIdle)
    }

    func testCancellingHappensOnTheSchedulerAndNothingIsDeliveredMeanwhile() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>()
        rogue.subscribe(on: scheduler).subscribe(recorder)
        scheduler.advance()
        let connection = rogue.connect()
        recorder.cancel()
        XCTAssertEqual(connection.cancels, 0)
        rogue.send(1)
        scheduler.advance()
        XCTAssertEqual(connection.cancels, 1)
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testASubscriptionThatComesLateIsAskedForWhatIsZippedWithIt() {
        let recorder = Recorder<(Int, Int), Never>()
        Just(1).subscribe(on: scheduler).zip(Just(2)).subscribe(recorder)
        XCTAssertTrue(recorder.values.isEmpty)
        scheduler.run()
        XCTAssertEqual(recorder.values.map(\.1), [2])
        XCTAssertEqual(recorder.completions, [.finished])
    }
}
