import Signals
import SignalsBattery
import XCTest

/// The work of a thread that sends for others, and its waits for them.
final class ManySendersTests: XCTestCase {
    private static let enough = 20_000

    /// The counts of two senders: one value of this thread's, and as many of another one's as that takes.
    private struct Count: Sendable {
        var sent = 0
        var foreign = 0
        var isOver = false
    }

    /// The number of foreign values that one `send` on this thread delivers while another thread keeps sending: behind each
    /// value that is delivered there is the next one already, unless that thread has to wait.
    private func foreignValuesOfOneSend(
        _ send: @escaping @Sendable (Int) -> Void, _ subscribe: (@escaping @Sendable (Int) -> Void) -> AnyCancellable
    ) -> Int {
        let count = Locked(Count())
        let ended = expectation(description: "the other sender has ended")
        let isDelivering = DispatchSemaphore(value: 0)
        let sender = ObjectIdentifier(Thread.current)
        let sink = subscribe { value in
            guard ObjectIdentifier(Thread.current) == sender, value != 0 else { return }
            if value == -1 { isDelivering.signal() }
            let sent = count.withLock { count in
                count.foreign += value > 0 ? 1 : 0
                return count.sent
            }
            var looks = 0
            while value == -1 || looks < 200_000, count.withLock({ $0.sent < min(sent + 1, Self.enough) }) {
                looks += 1
            }
        }
        Thread.detachNewThread {
            isDelivering.wait()
            for number in 1...Self.enough where !count.withLock({ $0.isOver }) {
                send(number)
                count.withLock { $0.sent += 1 }
            }
            ended.fulfill()
        }
        send(-1)
        let foreign = count.withLock { count in
            count.isOver = true
            return count.foreign
        }
        wait(for: [ended], timeout: 60)
        sink.cancel()
        return foreign
    }

    func testASendReturnsThoughAnotherThreadKeepsSending() {
        let subject = PassthroughSubject<Int, Never>()
        let current = CurrentValueSubject<Int, Never>(0)
        XCTAssertLessThan(foreignValuesOfOneSend({ subject.send($0) }, { subject.sink(receiveValue: $0) }), 1_000)
        XCTAssertLessThan(foreignValuesOfOneSend({ current.send($0) }, { current.sink(receiveValue: $0) }), 1_000)
    }

    func testASubscriberMayWaitForASenderWithMoreValuesThanMayWait() {
        for subject in [AnySender(PassthroughSubject()), AnySender(CurrentValueSubject(0))] {
            let received = Locked(0)
            let isDelivering = DispatchSemaphore(value: 0)
            let sent = DispatchSemaphore(value: 0)
            let sink = subject.publisher.sink { value in
                received.withLock { $0 += 1 }
                guard value == -1 else { return }
                isDelivering.signal()
                sent.wait()
            }
            let before = received.withLock { $0 }
            underAWatchdog {
                Thread.detachNewThread {
                    // Otherwise this thread may deliver the value that waits for this thread.
                    isDelivering.wait()
                    for number in 1...130 { subject.send(number) }
                    sent.signal()
                }
                subject.send(-1)
            }
            underAWatchdog { while received.withLock({ $0 }) < before + 131 {} }
            sink.cancel()
        }
    }

    func testEightSendersDeliverEverythingInOneOrder() {
        for subject in [AnySender(PassthroughSubject()), AnySender(CurrentValueSubject(0))] {
            let first = Recorder<Int, Never>()
            let second = Recorder<Int, Never>()
            subject.publisher.dropFirst(subject.initialValues).subscribe(first)
            subject.publisher.dropFirst(subject.initialValues).subscribe(second)
            DispatchQueue.concurrentPerform(iterations: 8) { sender in
                for number in 0..<5_000 { subject.send(sender * 5_000 + number) }
            }
            XCTAssertEqual(first.overlaps, 0)
            XCTAssertEqual(first.values, second.values)
            XCTAssertEqual(first.values.sorted(), Array(0..<40_000))
        }
    }

    func testValuesThatPassAnOperatorsGateAreBoundedToo() {
        let rogue = RoguePublisher<Int, Never>()
        let never = Empty<Int, Never>(completeImmediately: false)
        let foreign = foreignValuesOfOneSend({ _ = rogue.send($0) }) { receive in
            let sink = rogue.prefix(untilOutputFrom: never).sink(receiveValue: receive)
            rogue.connect()
            return sink
        }
        XCTAssertLessThan(foreign, 1_000)
    }
}

/// A subject of either kind.
private struct AnySender: Sendable {
    let send: @Sendable (Int) -> Void
    let publisher: AnyPublisher<Int, Never>
    let initialValues: Int

    init(_ subject: PassthroughSubject<Int, Never>) {
        send = { subject.send($0) }
        publisher = subject.eraseToAnyPublisher()
        initialValues = 0
    }

    init(_ subject: CurrentValueSubject<Int, Never>) {
        send = { subject.send($0) }
        publisher = subject.eraseToAnyPublisher()
        initialValues = 1
    }

    func send(_ value: Int) { send(value) }
}
