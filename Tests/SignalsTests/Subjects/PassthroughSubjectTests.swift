import Signals
import SignalsBattery
import XCTest

@testable import SignalsCore

final class PassthroughSubjectTests: XCTestCase {
    func testDropsWhatWasNotAskedFor() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>(.max(1))
        subject.subscribe(recorder)
        subject.send(1)
        subject.send(2)
        recorder.request(.max(1))
        subject.send(3)
        XCTAssertEqual(recorder.values, [1, 3])
    }

    func testAddsUpTheDemandThatASubscriberReturns() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>(.max(1), then: .max(1))
        subject.subscribe(recorder)
        for value in 1...5 { subject.send(value) }
        XCTAssertEqual(recorder.values, [1, 2, 3, 4, 5])
    }

    func testTellsThoseWhoComeAfterTheEndAtOnce() {
        let subject = PassthroughSubject<Int, TestFailure>()
        subject.send(completion: .failure(TestFailure()))
        let recorder = Recorder<Int, TestFailure>()
        subject.subscribe(recorder)
        subject.send(1)
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
        XCTAssertEqual(recorder.values, [])
    }

    func testDeliversANestedSendBeforeItReturnsAndInOneOrderForAll() {
        let subject = PassthroughSubject<Int, Never>()
        let log = Locked<[String]>([])
        let first = subject.sink { value in
            log.withLock { $0.append("first \(value)") }
            guard value == 1 else { return }
            subject.send(2)
            log.withLock { $0.append("sent 2") }
        }
        let second = subject.sink { value in log.withLock { $0.append("second \(value)") } }
        subject.send(1)
        XCTAssertEqual(log.withLock { $0 }, ["first 1", "second 1", "first 2", "second 2", "sent 2"])
        first.cancel()
        second.cancel()
    }

    func testNothingSentAfterACompletionInsideADeliveryIsDelivered() {
        let subject = PassthroughSubject<Int, Never>()
        let first = Recorder<Int, Never> { _, value in if value == 1 { subject.send(completion: .finished) } }
        let second = Recorder<Int, Never> { _, value in if value == 1 { subject.send(2) } }
        subject.subscribe(first)
        subject.subscribe(second)
        subject.send(1)
        for recorder in [first, second] {
            XCTAssertEqual(recorder.values, [1])
            XCTAssertEqual(recorder.completions, [.finished])
        }
    }

    func testValuesSentBeforeACompletionInsideADeliveryAreDeliveredBeforeIt() {
        let subject = PassthroughSubject<Int, Never>()
        let first = Recorder<Int, Never> { _, value in if value == 1 { subject.send(2) } }
        let second = Recorder<Int, Never> { _, value in if value == 1 { subject.send(completion: .finished) } }
        subject.subscribe(first)
        subject.subscribe(second)
        subject.send(1)
        for recorder in [first, second] {
            XCTAssertEqual(recorder.values, [1, 2])
            XCTAssertEqual(recorder.completions, [.finished])
        }
    }

    func testASubscriberThatComesDuringADeliveryReceivesTheNextValue() {
        let subject = PassthroughSubject<Int, Never>()
        let late = Recorder<Int, Never>()
        let isFirst = Locked(true)
        let sink = subject.sink { _ in
            if isFirst.withLock({ isFirst in
                defer { isFirst = false }
                return isFirst
            }) {
                subject.subscribe(late)
            }
        }
        subject.send(1)
        subject.send(2)
        XCTAssertEqual(late.values, [2])
        sink.cancel()
    }

    func testTwoThreadsThatSendAreDeliveredOneByOneAndAllOfThem() {
        let subject = PassthroughSubject<Int, Never>()
        let first = Recorder<Int, Never>()
        let second = Recorder<Int, Never>()
        subject.subscribe(first)
        subject.subscribe(second)
        DispatchQueue.concurrentPerform(iterations: 8) { sender in
            for value in 0..<1000 { subject.send(sender * 1000 + value) }
        }
        XCTAssertEqual(first.overlaps, 0)
        XCTAssertEqual(first.values.sorted(), Array(0..<8000))
        XCTAssertEqual(first.values, second.values, "all subscribers see one order")
        for sender in 0..<8 {
            let own = first.values.filter { $0 / 1000 == sender }
            XCTAssertEqual(own, own.sorted(), "the order of each sender is kept")
        }
    }

    func testWhoeverSubscribesAndThenSendsReceivesItWhileOthersComeAndGo() {
        let subject = PassthroughSubject<Int, Never>()
        let received = Locked(Set<Int>())
        let kept = Locked<[AnyCancellable]>([])
        DispatchQueue.concurrentPerform(iterations: 400) { value in
            let sink = subject.sink { if $0 == value { received.withLock { _ = $0.insert(value) } } }
            subject.send(value)
            if value.isMultiple(of: 2) { kept.withLock { $0.append(sink) } } else { sink.cancel() }
        }
        let own = received.withLock { $0 }
        XCTAssertEqual(own.filter { $0.isMultiple(of: 2) }.sorted(), Array(stride(from: 0, to: 400, by: 2)))
    }

    func testFollowsAnUpstreamUntilTheFeedingIsCancelled() {
        let upstream = RoguePublisher<Int, Never>()
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>()
        subject.subscribe(recorder)
        let feeding = upstream.subscribe(subject)
        let connection = upstream.connect()
        upstream.send(7)
        XCTAssertEqual(connection.requests, [.unlimited])
        XCTAssertEqual(recorder.values, [7])
        feeding.cancel()
        upstream.send(8)
        XCTAssertEqual(connection.cancels, 1)
        XCTAssertEqual(recorder.values, [7])
    }

    func testCancelsItsUpstreamsWhenItIsReleased() {
        let connection = RoguePublisher<Int, Never>.Connection()
        do {
            let subject = PassthroughSubject<Int, Never>()
            subject.send(subscription: connection)
            XCTAssertEqual(connection.cancels, 0)
        }
        XCTAssertEqual(connection.cancels, 1)
    }

    func testCancellingOneOfManySubscribersLeavesTheOthers() {
        let subject = PassthroughSubject<Int, Never>()
        let recorders = (0..<100).map { _ in Recorder<Int, Never>() }
        for recorder in recorders { subject.subscribe(recorder) }
        for recorder in recorders where recorder !== recorders[50] { recorder.cancel() }
        subject.send(1)
        XCTAssertEqual(recorders.filter { $0.values == [1] }.count, 1)
        XCTAssertEqual(recorders[50].values, [1])
    }

    func testAsksItsUpstreamsOnceASubscriberWantsValues() {
        let subject = PassthroughSubject<Int, Never>()
        let early = RoguePublisher<Int, Never>.Connection()
        subject.send(subscription: early)
        let recorder = Recorder<Int, Never>(.none)
        subject.subscribe(recorder)
        XCTAssertEqual(early.requests, [])
        recorder.request(.max(1))
        XCTAssertEqual(early.requests, [.unlimited])
        let late = RoguePublisher<Int, Never>.Connection()
        subject.send(subscription: late)
        XCTAssertEqual(late.requests, [.unlimited])
        recorder.request(.max(1))
        subject.sink { _ in }.cancel()
        XCTAssertEqual(early.requests, [.unlimited], "once")
    }

    func testTheFirstSubscriberReceivesWhatItsUpstreamHasHadAllAlong() {
        let current = CurrentValueSubject<Int, Never>(1)
        let subject = PassthroughSubject<Int, Never>()
        let feeding = current.subscribe(subject)
        let recorder = Recorder<Int, Never>()
        subject.subscribe(recorder)
        XCTAssertEqual(recorder.values, [1])
        current.send(2)
        XCTAssertEqual(recorder.values, [1, 2])
        feeding.cancel()
    }

    func testASubscriberThatComesWhileAnotherThreadDeliversHasUpstreamAskedToo() {
        let upstream = RoguePublisher<Int, Never>.Connection()
        let subject = PassthroughSubject<Int, Never>()
        subject.send(subscription: upstream)
        let attached = DispatchSemaphore(value: 0)
        subject.subscribe(
            AnySubscriber<Int, Never>(receiveSubscription: { _ in
                // This thread is inside the gate.
                DispatchQueue.global().async {
                    subject.subscribe(Recorder<Int, Never>())
                    attached.signal()
                }
                attached.wait()
            }))
        XCTAssertEqual(upstream.requests, [.unlimited])
    }

    func testKeepsNoUpstreamThatWasCancelled() {
        let subject = PassthroughSubject<Int, Never>()
        let upstream = PassthroughSubject<Int, Never>()
        for _ in 0..<1_000 { upstream.subscribe(subject).cancel() }
        XCTAssertLessThan(subject.hub.upstreamCount, 10)
        let shared = upstream.share()
        for _ in 0..<10 { shared.sink { _ in }.cancel() }
        let current = CurrentValueSubject<Int, Never>(1)
        for _ in 0..<1_000 { upstream.subscribe(current).cancel() }
        XCTAssertLessThan(current.hub.upstreamCount, 10)
    }
}
