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

    func testReleasesItsClosuresAfterTheCompletionThoughItIsKept() {
        for ending in [Subscribers.Completion<TestFailure>.finished, .failure(TestFailure())] {
            weak var weakBox: Box?
            let subject = PassthroughSubject<Int, TestFailure>()
            let sink: Subscribers.Sink<Int, TestFailure>
            let cancellable: AnyCancellable
            do {
                let box = Box()
                weakBox = box
                sink = Subscribers.Sink(
                    receiveCompletion: { _ in withExtendedLifetime(box) {} },
                    receiveValue: { _ in withExtendedLifetime(box) {} })
                cancellable = subject.sink(
                    receiveCompletion: { _ in withExtendedLifetime(box) {} },
                    receiveValue: { _ in withExtendedLifetime(box) {} })
            }
            subject.subscribe(sink)
            subject.send(1)
            XCTAssertNotNil(weakBox)
            subject.send(completion: ending)
            XCTAssertNil(weakBox)
            withExtendedLifetime((sink, cancellable)) {}
        }
    }

    func testReleasesItsClosuresAfterItsOwnCancelThoughItIsKept() {
        weak var weakBox: Box?
        let subject = PassthroughSubject<Int, Never>()
        let sink: Subscribers.Sink<Int, Never>
        do {
            let box = Box()
            weakBox = box
            sink = Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in withExtendedLifetime(box) {} })
        }
        subject.subscribe(sink)
        sink.cancel()
        XCTAssertNil(weakBox)
        withExtendedLifetime(sink) {}
    }

    func testAnObjectThatKeepsTheCancellableOfAFutureThatItSinksIntoItselfIsReleased() {
        final class Model: Sendable {
            let bag = Locked<[AnyCancellable]>([])
            let total = Locked(0)

            func load(_ future: Future<Int, Never>) {
                let sink = future.sink { number in self.total.withLock { $0 += number } }
                bag.withLock { $0.append(sink) }
            }
        }
        weak var weakModel: Model?
        let promise = Locked<Future<Int, Never>.Promise?>(nil)
        do {
            let model = Model()
            weakModel = model
            model.load(Future { $0(.success(1)) })
            model.load(Future { kept in promise.withLock { $0 = kept } })
        }
        XCTAssertNotNil(weakModel, "the pending future still has the sink")
        promise.withLock { $0 }?(.success(2))
        XCTAssertNil(weakModel)
    }

    func testAClosureThatEndsTheSinkIsKeptUntilItReturns() {
        let subject = PassthroughSubject<Int, Never>()
        let sink = Locked<Subscribers.Sink<Int, Never>?>(nil)
        let isAlive = Locked(false)
        do {
            let box = Box()
            let made = Subscribers.Sink<Int, Never>(
                receiveCompletion: { _ in },
                receiveValue: { [weakBox = Weak(box), box] _ in
                    sink.withLock { $0 }?.cancel()
                    isAlive.withLock { $0 = weakBox.object != nil }
                    withExtendedLifetime(box) {}
                })
            sink.withLock { $0 = made }
            subject.subscribe(made)
        }
        subject.send(1)
        XCTAssertTrue(isAlive.withLock { $0 })
    }

    func testTakesACompletionThatComesWithoutASubscription() {
        let ends = Locked(0)
        let rogue = RoguePublisher<Int, Never>()
        let cancellable = rogue.sink(
            receiveCompletion: { _ in ends.withLock { $0 += 1 } }, receiveValue: { _ in XCTFail("after the end") })
        rogue.send(completion: .finished)
        XCTAssertEqual(ends.withLock { $0 }, 1)
        XCTAssertEqual(rogue.connect().cancels, 1, "a subscription that comes after the end is cancelled")
        rogue.send(1)
        rogue.send(completion: .finished)
        let sink = Subscribers.Sink<Int, Never>(
            receiveCompletion: { _ in ends.withLock { $0 += 1 } }, receiveValue: { _ in })
        sink.receive(completion: .finished)
        XCTAssertEqual(ends.withLock { $0 }, 2)
        cancellable.cancel()
    }

    func testAClosureIsNeverReleasedWhileItRunsOnAnotherThread() {
        for _ in 0..<200 {
            let rogue = RoguePublisher<Int, Never>()
            let box = Box()
            let sink = Subscribers.Sink<Int, Never>(
                receiveCompletion: { _ in }, receiveValue: { [box] _ in withExtendedLifetime(box) {} })
            rogue.subscribe(sink)
            rogue.connect()
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 { for number in 0..<20 { rogue.send(number) } } else { sink.cancel() }
            }
        }
    }

    private struct Weak: Sendable {
        weak var object: Box?
        init(_ object: Box) { self.object = object }
    }

    private final class Box: Sendable {}
}
