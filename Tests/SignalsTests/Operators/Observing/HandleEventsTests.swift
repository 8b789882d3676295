import Signals
import SignalsBattery
import XCTest

final class HandleEventsTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.handleEvents() }.check()
    }

    func testCallsItsClosuresInTheOrderOfEvents() {
        let log = Locked<[String]>([])
        let note: @Sendable (String) -> Void = { text in log.withLock { $0.append(text) } }
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>(
            .max(1), then: .max(1), onValue: { _, value in note("downstream \(value)") })
        subject.handleEvents(
            receiveSubscription: { _ in note("subscription") }, receiveOutput: { note("output \($0)") },
            receiveCompletion: { note("\($0)") }, receiveCancel: { note("cancel") },
            receiveRequest: { note("request \($0)") }
        ).subscribe(recorder)
        subject.send(1)
        subject.send(completion: .finished)
        recorder.cancel()
        XCTAssertEqual(
            log.withLock { $0 },
            ["subscription", "request max(1)", "output 1", "downstream 1", "request max(1)", "finished"])
    }

    func testHearsOfACancelOnce() {
        let cancels = Locked(0)
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>()
        subject.handleEvents(receiveCancel: { cancels.withLock { $0 += 1 } }).subscribe(recorder)
        recorder.cancel()
        recorder.cancel()
        XCTAssertEqual(cancels.withLock { $0 }, 1)
    }
}
