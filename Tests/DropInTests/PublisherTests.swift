import Combine
import XCTest

final class PublisherTests: XCTestCase {
    private var cancellables = Set<AnyCancellable>()

    func testACustomPublisherKeepsToTheDemandOfACustomSubscriber() {
        let subscriber = BatchSubscriber<Int, Never>(size: 2)
        Countdown(from: 3).subscribe(subscriber)
        XCTAssertEqual(subscriber.received, [3, 2])
        XCTAssertNil(subscriber.completion)
        subscriber.more()
        XCTAssertEqual(subscriber.received, [3, 2, 1])
        XCTAssertEqual(subscriber.completion, .finished)
    }

    func testACustomSubjectReplaysItsLastValue() {
        let subject = ReplayLastSubject<String, Never>()
        subject.send("early")
        var received: [String] = []
        subject.sink { received.append($0) }.store(in: &cancellables)
        subject.send("late")
        XCTAssertEqual(received, ["early", "late"])
    }

    func testShareSubscribesOnce() {
        let station = Station()
        var heard: [Int] = []
        station.shared.sink { heard.append($0) }.store(in: &cancellables)
        station.shared.sink { heard.append(-$0) }.store(in: &cancellables)
        station.source.send(1)
        XCTAssertEqual(station.subscriptions, 1)
        XCTAssertEqual(heard.sorted(), [-1, 1])
    }

    func testMulticastDeliversOnceItIsConnected() {
        let station = Station()
        let connection = station.multicast()
        station.source.send(1)
        connection.cancel()
        station.source.send(2)
        XCTAssertEqual(station.heard, ["a1", "b1"])
        XCTAssertEqual(station.replay(), [1, 2])
        XCTAssertEqual(station.gather(), [[1, 3], [5, 7], []])
    }
}
