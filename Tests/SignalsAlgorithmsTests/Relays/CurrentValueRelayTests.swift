import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class CurrentValueRelayTests: XCTestCase {
    func testANewSubscriberReceivesTheLatestValueAndThenWhatComes() {
        let relay = CurrentValueRelay(0)
        relay.accept(1)
        let recorder = relay.recording()
        relay.accept(2)
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertEqual(relay.value, 2)
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testTheLatestValueWaitsForDemand() {
        let relay = CurrentValueRelay(0)
        let recorder = relay.recording(.max(1))
        relay.accept(1)
        relay.accept(2)
        XCTAssertEqual(recorder.values, [0])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [0, 2])
    }

    func testOneThatHasCancelledReceivesNothingMore() {
        let relay = CurrentValueRelay(0)
        let recorder = relay.recording()
        recorder.cancel()
        relay.accept(1)
        XCTAssertEqual(recorder.values, [0])
    }

    func testValuesOfSeveralThreadsAreSerialAndTheLatestIsLast() {
        let relay = CurrentValueRelay(-1)
        let recorder = relay.recording()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for value in 0..<250 { relay.accept(value) }
        }
        XCTAssertEqual(recorder.values.count, 1001)
        XCTAssertEqual(recorder.values.last, relay.value)
        XCTAssertEqual(recorder.overlaps, 0)
    }
}
