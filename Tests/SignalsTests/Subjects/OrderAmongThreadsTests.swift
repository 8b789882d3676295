import Foundation
import Signals
import SignalsBattery
import XCTest

/// What another thread sent while this one is inside a subscriber comes before what the subscriber does after it.
final class OrderAmongThreadsTests: XCTestCase {
    // SAFETY: its only property is one that threads may share.
    private final class Model: ObservableObject, @unchecked Sendable {
        @Published var value = 0
    }

    private func events<P: Publisher>(
        _ publisher: P, _ act: @escaping @Sendable (Int) -> Void
    ) -> (AnyCancellable, Locked<[String]>) where P.Output == Int, P.Failure == Never {
        let events = Locked<[String]>([])
        let sink = publisher.sink(receiveCompletion: { _ in events.withLock { $0.append("end") } }) { value in
            events.withLock { $0.append("\(value)") }
            act(value)
        }
        return (sink, events)
    }

    func testAValueOfAnotherThreadComesBeforeTheNextOneOfASubscriber() {
        let subject = PassthroughSubject<Int, Never>()
        let (sink, received) = events(subject) { value in
            guard value == 1 else { return }
            onAnotherThread { subject.send(2) }
            subject.send(3)
        }
        subject.send(1)
        XCTAssertEqual(received.withLock { $0 }, ["1", "2", "3"])
        sink.cancel()
    }

    func testTheLastValueThatSubscribersReceiveIsTheLatest() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let (sink, received) = events(subject) { value in
            guard value == 1 else { return }
            onAnotherThread { subject.send(2) }
            subject.send(3)
            XCTAssertEqual(subject.value, 3)
        }
        subject.send(1)
        XCTAssertEqual(received.withLock { $0 }, ["0", "1", "2", "3"])
        sink.cancel()
    }

    func testTheLastValueOfAPropertyIsTheOneThatItHas() {
        let model = Model()
        let (sink, received) = events(model.$value) { value in
            guard value == 1 else { return }
            onAnotherThread { model.value = 2 }
            model.value = 3
        }
        model.value = 1
        XCTAssertEqual(model.value, 3)
        XCTAssertEqual(received.withLock { $0 }, ["0", "1", "2", "3"])
        sink.cancel()
    }

    func testEachOfManyIsDeliveredInOrderThoughEachSubscriberSendsMore() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let (sink, received) = events(subject) { value in
            // 10 leaves 11, 12 and 13, and each of these sends ten times itself.
            if value == 10 { for left in 11...13 { onAnotherThread { subject.send(left) } } }
            if (10...13).contains(value) { subject.send(value * 10) }
        }
        subject.send(10)
        XCTAssertEqual(received.withLock { $0 }.last, "\(subject.value)")
        XCTAssertEqual(received.withLock { $0 }.count, 9)
        sink.cancel()
    }

    func testAValueOfAnotherThreadComesBeforeTheCompletionOfASubscriber() {
        let passthrough = PassthroughSubject<Int, Never>()
        let current = CurrentValueSubject<Int, Never>(0)
        let (first, ofPassthrough) = events(passthrough.map { $0 }) { value in
            guard value == 1 else { return }
            onAnotherThread { passthrough.send(2) }
            passthrough.send(completion: .finished)
        }
        passthrough.send(1)
        XCTAssertEqual(ofPassthrough.withLock { $0 }, ["1", "2", "end"])
        let (second, ofCurrent) = events(current) { value in
            guard value == 1 else { return }
            onAnotherThread { current.send(2) }
            current.send(completion: .finished)
        }
        current.send(1)
        XCTAssertEqual(ofCurrent.withLock { $0 }, ["0", "1", "2", "end"])
        withExtendedLifetime((first, second)) {}
    }

    func testASubscriberOfAnotherThreadReceivesWhatIsSentAfterIt() {
        let passthrough = PassthroughSubject<Int, Never>()
        let current = CurrentValueSubject<Int, Never>(0)
        let others = Locked<[AnyCancellable]>([])
        let received = Locked<[Int]>([])
        let first = passthrough.sink { value in
            guard value == 1 else { return }
            onAnotherThread {
                let sink = passthrough.sink { value in received.withLock { $0.append(value) } }
                others.withLock { $0.append(sink) }
            }
            passthrough.send(3)
        }
        passthrough.send(1)
        XCTAssertEqual(received.withLock { $0 }, [3])
        received.withLock { $0 = [] }
        let second = current.sink { value in
            guard value == 1 else { return }
            onAnotherThread {
                current.send(2)
                let sink = current.sink { value in received.withLock { $0.append(value) } }
                others.withLock { $0.append(sink) }
            }
            current.send(3)
        }
        current.send(1)
        XCTAssertEqual(received.withLock { $0 }, [2, 3])
        withExtendedLifetime((first, second, others)) {}
    }

    func testASubscriberThatComesInsideReceivesNothingOfBefore() {
        let passthrough = PassthroughSubject<Int, Never>()
        let current = CurrentValueSubject<Int, Never>(0)
        let sinks = Locked<[AnyCancellable]>([])
        let received = Locked<[Int]>([])
        let first = passthrough.sink { value in
            guard value == 1 else { return }
            onAnotherThread { passthrough.send(2) }
            let sink = passthrough.sink { value in received.withLock { $0.append(value) } }
            sinks.withLock { $0.append(sink) }
        }
        passthrough.send(1)
        XCTAssertEqual(received.withLock { $0 }, [])
        let second = current.sink { value in
            guard value == 1 else { return }
            onAnotherThread { current.send(2) }
            let sink = current.sink { value in received.withLock { $0.append(value) } }
            sinks.withLock { $0.append(sink) }
        }
        current.send(1)
        XCTAssertEqual(received.withLock { $0 }, [2])
        withExtendedLifetime((first, second, sinks)) {}
    }

    func testValuesThatAnotherThreadBringsToAnOperatorsGateComeFirstToo() {
        let rogue = RoguePublisher<Int, Never>()
        let never = Empty<Int, Never>(completeImmediately: false)
        let (sink, received) = events(rogue.prefix(untilOutputFrom: never)) { value in
            guard value == 1 else { return }
            onAnotherThread { _ = rogue.send(2) }
            _ = rogue.send(3)
        }
        rogue.connect()
        _ = rogue.send(1)
        XCTAssertEqual(received.withLock { $0 }, ["1", "2", "3"])
        sink.cancel()
    }
}

/// Does something on another thread, and waits for it.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        body()
        done.signal()
    }
    done.wait()
}
