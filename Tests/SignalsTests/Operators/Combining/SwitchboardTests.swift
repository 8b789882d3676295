import SignalsBattery
import XCTest

@testable import SignalsCore

final class SwitchboardTests: XCTestCase {
    func testAPublisherThatIsReplacedBeforeItSubscribesIsCancelledWhenItDoes() {
        let recorder = Recorder<Int, TestFailure>()
        let switchboard = Switchboard(to: recorder)
        switchboard.start(Subscriptions.empty)
        let slow = RoguePublisher<Int, TestFailure>()
        switchboard.connect(to: slow)
        switchboard.connect(to: Numbers(1...2))
        XCTAssertEqual(slow.connect().cancels, 1)
        slow.send(7)
        XCTAssertEqual(recorder.values, [1, 2])
    }

    func testNothingIsConnectedAfterACancel() {
        let recorder = Recorder<Int, TestFailure>()
        let switchboard = Switchboard(to: recorder)
        switchboard.start(Subscriptions.empty)
        recorder.cancel()
        let numbers = Numbers<TestFailure>(1...2)
        switchboard.connect(to: numbers)
        XCTAssertEqual(numbers.requests, [])
    }
}
