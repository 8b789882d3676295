import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class PassthroughRelayTests: XCTestCase {
    func testValuesReachTheSubscribersOfTheMoment() {
        let relay = PassthroughRelay<Int>()
        relay.accept(1)
        let recorder = relay.recording()
        relay.accept(2)
        relay.accept(3)
        XCTAssertEqual(recorder.values, [2, 3])
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testDropsWhatWasNotAskedFor() {
        let relay = PassthroughRelay<Int>()
        let recorder = relay.recording(.max(1))
        relay.accept(1)
        relay.accept(2)
        recorder.request(.max(1))
        relay.accept(3)
        XCTAssertEqual(recorder.values, [1, 3])
    }

    func testANestedValueIsDeliveredBeforeItIsAccepted() {
        let relay = PassthroughRelay<Int>()
        let recorder = Recorder<Int, Never>(onValue: { recorder, value in
            guard value == 1 else { return }
            relay.accept(2)
            XCTAssertEqual(recorder.values, [1, 2])
        })
        relay.subscribe(recorder)
        relay.accept(1)
        XCTAssertEqual(recorder.values, [1, 2])
    }

    func testOneThatHasCancelledReceivesNothingMoreAndIsReleased() {
        let relay = PassthroughRelay<Int>()
        weak var weakRecorder: Recorder<Int, Never>?
        do {
            let recorder = relay.recording()
            weakRecorder = recorder
            recorder.cancel()
            relay.accept(1)
            XCTAssertTrue(recorder.values.isEmpty)
        }
        XCTAssertNil(weakRecorder)
    }

    func testValuesOfSeveralThreadsAreSerial() {
        let relay = PassthroughRelay<Int>()
        let recorder = relay.recording()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for value in 0..<250 { relay.accept(value) }
        }
        XCTAssertEqual(recorder.values.count, 1000)
        XCTAssertEqual(recorder.overlaps, 0)
    }
}
