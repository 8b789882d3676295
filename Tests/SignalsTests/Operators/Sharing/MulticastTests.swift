import Signals
import SignalsBattery
import XCTest

final class MulticastTests: XCTestCase {
    private let subject = PassthroughSubject<Int, TestFailure>()

    func testNothingIsDeliveredBeforeItIsConnected() {
        let shared = subject.multicast { PassthroughSubject() }
        let recorder = Recorder<Int, TestFailure>()
        shared.subscribe(recorder)
        subject.send(1)
        let connection = shared.connect()
        subject.send(2)
        XCTAssertEqual(recorder.values, [2])
        connection.cancel()
        subject.send(3)
        XCTAssertEqual(recorder.values, [2])
    }

    func testUpstreamIsSubscribedToOnceForAll() {
        let numbers = Numbers<TestFailure>(1...3)
        let shared = numbers.multicast(subject: PassthroughSubject())
        let recorders = (0..<3).map { _ in Recorder<Int, TestFailure>() }
        for recorder in recorders { shared.subscribe(recorder) }
        let connection = shared.connect()
        XCTAssertEqual(numbers.requests, [.unlimited])
        XCTAssertEqual(recorders.map(\.values), [[1, 2, 3], [1, 2, 3], [1, 2, 3]])
        XCTAssertEqual(recorders.map(\.completions), [[.finished], [.finished], [.finished]])
        connection.cancel()
    }

    func testASubjectThatKeepsItsValueHandsItToThoseWhoComeLater() {
        let shared = subject.multicast(subject: CurrentValueSubject(0))
        let connection = shared.connect()
        subject.send(1)
        let recorder = Recorder<Int, TestFailure>()
        shared.subscribe(recorder)
        XCTAssertEqual(recorder.values, [1])
        connection.cancel()
    }

    func testTheSubjectIsMadeOnceAndWhenItIsNeeded() {
        let made = CurrentValueSubject<Int, Never>(0)
        let shared = subject.multicast { () -> PassthroughSubject<Int, TestFailure> in
            made.value += 1
            return PassthroughSubject()
        }
        XCTAssertEqual(made.value, 0)
        shared.subscribe(Recorder<Int, TestFailure>())
        shared.subscribe(Recorder<Int, TestFailure>())
        shared.connect().cancel()
        XCTAssertEqual(made.value, 1)
    }

    func testCancellingTheConnectionCancelsUpstream() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let connection = rogue.multicast { PassthroughSubject() }.connect()
        let upstream = rogue.connect()
        connection.cancel()
        XCTAssertEqual(upstream.cancels, 1)
    }
}
