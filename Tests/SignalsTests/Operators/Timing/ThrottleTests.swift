import Signals
import SignalsBattery
import SignalsTesting
import XCTest

final class ThrottleTests: XCTestCase {
    private let scheduler = TestScheduler()
    private let subject = PassthroughSubject<Int, TestFailure>()

    private func record(latest: Bool, _ demand: Subscribers.Demand = .unlimited) -> Recorder<Int, TestFailure> {
        let recorder = Recorder<Int, TestFailure>(demand)
        subject.throttle(for: .seconds(10), scheduler: scheduler, latest: latest).subscribe(recorder)
        return recorder
    }

    /// Sends 1, 2, 3 … one each three seconds.
    private func sendEachThreeSeconds(_ values: ClosedRange<Int>) {
        for value in values {
            scheduler.advance(by: .seconds(3))
            subject.send(value)
            scheduler.advance()
        }
    }

    func testKeepsTheLifecycle() {
        for latest in [true, false] {
            Lifecycle { $0.throttle(for: .seconds(1), scheduler: PromptScheduler(), latest: latest) }.check()
            Lifecycle { $0.throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: latest) }.check()
        }
    }

    func testTheFirstValueIsDeliveredAtOnce() {
        let recorder = record(latest: true)
        subject.send(1)
        scheduler.advance()
        XCTAssertEqual(recorder.values, [1])
    }

    func testTheLatestOfEachStretchIsDeliveredAtItsEnd() {
        let recorder = record(latest: true)
        sendEachThreeSeconds(1...4)
        XCTAssertEqual(recorder.values, [1])
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.values, [1, 4])
        sendEachThreeSeconds(5...7)
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.values, [1, 4, 7])
    }

    func testTheFirstOfEachStretchIsDeliveredWithoutLatest() {
        let recorder = record(latest: false)
        sendEachThreeSeconds(1...4)
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(recorder.values, [1, 2])
    }

    func testAfterAQuietStretchAValueIsDeliveredAtOnceAgain() {
        let recorder = record(latest: true)
        subject.send(1)
        scheduler.advance(by: .seconds(25))
        subject.send(2)
        scheduler.advance()
        XCTAssertEqual(recorder.values, [1, 2])
    }

    func testFinishingDeliversWhatWaitsFirst() {
        let recorder = record(latest: true)
        sendEachThreeSeconds(1...2)
        subject.send(completion: .finished)
        scheduler.advance()
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureDeliversWhatWaitsFirstToo() {
        let recorder = record(latest: true)
        sendEachThreeSeconds(1...2)
        subject.send(completion: .failure(TestFailure()))
        scheduler.advance()
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testAValueThatNobodyHasAskedForWaitsAndIsReplacedByTheNext() {
        for latest in [true, false] {
            let recorder = record(latest: latest, .none)
            sendEachThreeSeconds(1...9)
            recorder.request(.max(1))
            XCTAssertEqual(recorder.values, [], "it is delivered on the scheduler")
            scheduler.advance()
            XCTAssertEqual(recorder.values, [9])
        }
    }

    func testAsksUpstreamForAll() {
        let numbers = Numbers<TestFailure>(1...9)
        let recorder = Recorder<Int, TestFailure>(.max(1))
        numbers.throttle(for: .seconds(1), scheduler: scheduler, latest: true).subscribe(recorder)
        XCTAssertEqual(numbers.requests, [.unlimited])
    }

    func testNothingIsDeliveredAfterACancel() {
        let recorder = record(latest: true)
        sendEachThreeSeconds(1...2)
        recorder.cancel()
        scheduler.run()
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    private final class Payload: Error {}

    func testAFailureIsReleasedThoughTheEndOfAStretchIsStillDue() {
        weak var weakPayload: Payload?
        do {
            let subject = PassthroughSubject<Int, Payload>()
            subject.throttle(for: .seconds(10), scheduler: scheduler, latest: true)
                .subscribe(AnySubscriber(receiveSubscription: { $0.request(.unlimited) }))
            subject.send(1)
            scheduler.advance()
            subject.send(2)
            let payload = Payload()
            weakPayload = payload
            subject.send(completion: .failure(payload))
            scheduler.advance()
        }
        XCTAssertNil(weakPayload)
    }
}
