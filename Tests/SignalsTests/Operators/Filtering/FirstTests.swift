import Signals
import SignalsBattery
import XCTest

final class FirstTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.first() }.check()
    }

    func testDeliversTheFirstValueAndCancelsUpstream() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>()
        rogue.first().subscribe(recorder)
        let connection = rogue.connect()
        XCTAssertEqual(connection.requests, [.unlimited])
        rogue.send(1)
        rogue.send(2)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
        XCTAssertEqual(connection.cancels, 1)
    }

    func testTheFirstValueWaitsUntilItIsAskedFor() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>(.none)
        subject.first().subscribe(recorder)
        subject.send(1)
        subject.send(2)
        XCTAssertEqual(recorder.values, [])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testPassesTheEndOnWhenNoValueCame() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>(.none)
        subject.first().subscribe(recorder)
        subject.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }
}
