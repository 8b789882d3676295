import Signals
import SignalsBattery
import XCTest

/// Counts its connections.
private final class Counting: ConnectablePublisher {
    typealias Output = Int
    typealias Failure = Never

    let subject = PassthroughSubject<Int, Never>()
    let log = CurrentValueSubject<[String], Never>([])

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        log.value.append("subscribe")
        subject.subscribe(subscriber)
    }

    func connect() -> any Cancellable {
        log.value.append("connect")
        return AnyCancellable { [log] in log.value.append("disconnect") }
    }
}

final class AutoconnectTests: XCTestCase {
    private let counting = Counting()

    func testKeepsTheLifecycle() {
        Lifecycle { $0.multicast { PassthroughSubject() }.autoconnect() }.check()
    }

    func testConnectsAfterTheFirstSubscriberIsThere() {
        counting.autoconnect().subscribe(Recorder<Int, Never>())
        XCTAssertEqual(counting.log.value, ["subscribe", "connect"])
    }

    func testStaysConnectedUntilTheLastSubscriberHasCancelled() {
        let publisher = counting.autoconnect()
        let recorders = [Recorder<Int, Never>(), Recorder<Int, Never>()]
        for recorder in recorders { publisher.subscribe(recorder) }
        recorders[0].cancel()
        counting.subject.send(1)
        XCTAssertEqual(recorders.map(\.values), [[], [1]])
        XCTAssertEqual(counting.log.value, ["subscribe", "connect", "subscribe"])
        recorders[1].cancel()
        recorders[1].cancel()
        XCTAssertEqual(counting.log.value.last, "disconnect")
    }

    func testConnectsAnewAfterAllHaveCancelled() {
        let publisher = counting.autoconnect()
        for _ in 0..<2 {
            let recorder = Recorder<Int, Never>()
            publisher.subscribe(recorder)
            recorder.cancel()
        }
        let round = ["subscribe", "connect", "disconnect"]
        XCTAssertEqual(counting.log.value, round + round)
    }

    func testAutoconnectDoesNotConnectAgainAfterTheEnd() {
        let publisher = counting.autoconnect()
        publisher.subscribe(Recorder<Int, Never>())
        counting.subject.send(completion: .finished)
        let late = Recorder<Int, Never>()
        publisher.subscribe(late)
        XCTAssertEqual(late.completions, [.finished])
        XCTAssertEqual(counting.log.value, ["subscribe", "connect", "subscribe"])
    }

    func testCancellingWhileItConnectsEndsTheConnection() {
        let publisher = Numbers<TestFailure>(1...5, then: nil).multicast { PassthroughSubject() }.autoconnect()
        let recorder = Recorder<Int, TestFailure>(onValue: { recorder, value in
            if value == 2 { recorder.cancel() }
        })
        publisher.subscribe(recorder)
        XCTAssertEqual(recorder.values, [1, 2])
        let second = Recorder<Int, TestFailure>()
        publisher.subscribe(second)
        XCTAssertEqual(second.values, [1, 2, 3, 4, 5])
    }

    func testManyThreadsThatComeAndGoLeaveNothingConnected() {
        let publisher = counting.autoconnect()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<100 { publisher.sink { _ in }.cancel() }
        }
        counting.log.value = []
        publisher.subscribe(Recorder<Int, Never>())
        XCTAssertEqual(counting.log.value, ["subscribe", "connect"], "it was not connected any more")
    }
}
