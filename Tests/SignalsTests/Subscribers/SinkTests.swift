import Signals
import SignalsBattery
import XCTest

final class SinkTests: XCTestCase {
    func testReceivesEverythingAndTheEnd() {
        let received = Locked<[String]>([])
        let subject = PassthroughSubject<Int, TestFailure>()
        let sink = subject.sink(
            receiveCompletion: { completion in received.withLock { $0.append("\(completion)") } },
            receiveValue: { value in received.withLock { $0.append("\(value)") } })
        subject.send(1)
        subject.send(2)
        subject.send(completion: .finished)
        XCTAssertEqual(received.withLock { $0 }, ["1", "2", "finished"])
        sink.cancel()
    }

    func testReceivesNothingAfterACancel() {
        let received = Locked<[Int]>([])
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.sink { value in received.withLock { $0.append(value) } }
        subject.send(1)
        sink.cancel()
        subject.send(2)
        XCTAssertEqual(received.withLock { $0 }, [1])
    }

    func testIgnoresWhatARoguePublisherSendsAfterTheEnd() {
        let received = Locked<[String]>([])
        let rogue = RoguePublisher<Int, Never>()
        let sink = rogue.sink(
            receiveCompletion: { _ in received.withLock { $0.append("end") } },
            receiveValue: { value in received.withLock { $0.append("\(value)") } })
        rogue.connect()
        rogue.send(1)
        rogue.send(completion: .finished)
        rogue.send(completion: .finished)
        rogue.send(2)
        XCTAssertEqual(received.withLock { $0 }, ["1", "end"])
        sink.cancel()
    }

    func testAsksForEverythingOnce() {
        let rogue = RoguePublisher<Int, Never>()
        let sink = rogue.sink { _ in }
        let connection = rogue.connect()
        XCTAssertEqual(rogue.send(1), .none)
        XCTAssertEqual(connection.requests, [.unlimited])
        sink.cancel()
        XCTAssertEqual(connection.cancels, 1)
    }

    func testReleasesItsClosuresWithTheSubscription() {
        weak var weakBox: Box?
        let subject = PassthroughSubject<Int, Never>()
        do {
            let box = Box()
            weakBox = box
            let sink = subject.sink { _ in withExtendedLifetime(box) {} }
            subject.send(1)
            sink.cancel()
        }
        XCTAssertNil(weakBox)
    }

    private final class Box: Sendable {}
}
