import Signals
import SignalsBattery
import XCTest

/// What a thread that sends does for others, and what it has to wait for.
final class ManySendersTests: XCTestCase {
    private static let enough = 200_000

    /// The number of foreign values that one `send` on this thread delivers while another thread keeps sending.
    private func foreignValuesOfOneSend<S: Subject>(_ subject: S) -> Int where S.Output == Int, S.Failure == Never {
        let counts = Locked((foreign: 0, isOver: false))
        let started = DispatchSemaphore(value: 0)
        let ended = expectation(description: "the other sender has ended")
        let sender = ObjectIdentifier(Thread.current)
        let sink = subject.sink { value in
            guard ObjectIdentifier(Thread.current) == sender else { return }
            if value == -1 { started.wait() } else { counts.withLock { $0.foreign += 1 } }
        }
        Thread.detachNewThread {
            for number in 1...Self.enough {
                subject.send(number)
                if number == 10 { started.signal() }
                if counts.withLock({ $0.isOver }) { break }
            }
            ended.fulfill()
        }
        subject.send(-1)
        let foreign = counts.withLock { counts in
            counts.isOver = true
            return counts.foreign
        }
        wait(for: [ended], timeout: 60)
        sink.cancel()
        return foreign
    }

    func testASendReturnsThoughAnotherThreadKeepsSending() {
        for _ in 0..<3 {
            XCTAssertLessThan(foreignValuesOfOneSend(PassthroughSubject<Int, Never>()), 1_000)
            XCTAssertLessThan(foreignValuesOfOneSend(CurrentValueSubject<Int, Never>(0)), 1_000)
        }
    }

    func testASubscriberMayWaitForASenderWithMoreValuesThanMayWait() {
        for subject in [AnySender(PassthroughSubject()), AnySender(CurrentValueSubject(0))] {
            let received = Locked(0)
            let sent = DispatchSemaphore(value: 0)
            let sink = subject.publisher.sink { value in
                received.withLock { $0 += 1 }
                if value == -1 { sent.wait() }
            }
            let before = received.withLock { $0 }
            underAWatchdog {
                Thread.detachNewThread {
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
        let counts = Locked((foreign: 0, isOver: false))
        let ended = expectation(description: "the other sender has ended")
        let started = DispatchSemaphore(value: 0)
        let sender = ObjectIdentifier(Thread.current)
        let rogue = RoguePublisher<Int, Never>()
        let sink = rogue.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false)).sink { value in
            guard ObjectIdentifier(Thread.current) == sender else { return }
            if value == -1 { started.wait() } else { counts.withLock { $0.foreign += 1 } }
        }
        rogue.connect()
        Thread.detachNewThread {
            for number in 1...Self.enough {
                rogue.send(number)
                if number == 10 { started.signal() }
                if counts.withLock({ $0.isOver }) { break }
            }
            ended.fulfill()
        }
        rogue.send(-1)
        XCTAssertLessThan(counts.withLock { $0.foreign }, 1_000)
        counts.withLock { $0.isOver = true }
        wait(for: [ended], timeout: 60)
        sink.cancel()
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
