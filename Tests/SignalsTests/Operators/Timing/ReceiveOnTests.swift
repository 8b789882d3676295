import Signals
import SignalsBattery
import XCTest

final class ReceiveOnTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.receive(on: ImmediateScheduler.shared) }.check()
    }

    func testNothingIsLostOrReorderedOnAConcurrentQueueAndTheCompletionIsLast() {
        for _ in 0..<3 {
            let subject = PassthroughSubject<Int, Never>()
            let recorder = Recorder<Int, Never>()
            let done = expectation(description: "completion")
            let sink = subject.receive(on: DispatchQueue.global())
                .handleEvents(receiveOutput: { _ = recorder.receive($0) }, receiveCompletion: { _ in done.fulfill() })
                .sink { _ in }
            for value in 0..<100_000 { subject.send(value) }
            subject.send(completion: .finished)
            wait(for: [done], timeout: 60)
            XCTAssertEqual(recorder.values, Array(0..<100_000))
            XCTAssertEqual(recorder.overlaps, 0)
            sink.cancel()
        }
    }

    func testABacklogOnASchedulerThatRunsActionsAtOnceIsNoRecursion() {
        let count = steps(200_000)
        let one = Recorder<Int, Never>(.max(1), then: .max(1))
        (0..<count).publisher.receive(on: ImmediateScheduler.shared).subscribe(one)
        XCTAssertEqual(one.values.count, count)
        let subject = PassthroughSubject<Int, Never>()
        let received = Locked(0)
        let sink = subject.receive(on: ImmediateScheduler.shared).sink { value in
            received.withLock { $0 += 1 }
            if value < count { subject.send(value + 1) }
        }
        subject.send(1)
        XCTAssertEqual(received.withLock { $0 }, count)
        sink.cancel()
    }

    func testDeliversOnTheQueue() {
        let queue = DispatchQueue(label: "here")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let done = expectation(description: "value and completion")
        done.expectedFulfillmentCount = 2
        let sink = Just(1).receive(on: queue).sink(
            receiveCompletion: { _ in
                XCTAssertEqual(DispatchQueue.getSpecific(key: key), true)
                done.fulfill()
            },
            receiveValue: { _ in
                XCTAssertEqual(DispatchQueue.getSpecific(key: key), true)
                done.fulfill()
            })
        wait(for: [done], timeout: 10)
        sink.cancel()
    }

    func testKeepsTheDemand() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>(.max(1), then: .max(1))
        subject.receive(on: ImmediateScheduler.shared).subscribe(recorder)
        for value in 1...3 { subject.send(value) }
        XCTAssertEqual(recorder.values, [1, 2, 3])
        let stingy = Recorder<Int, Never>(.max(1))
        subject.receive(on: ImmediateScheduler.shared).subscribe(stingy)
        for value in 1...3 { subject.send(value) }
        XCTAssertEqual(stingy.values, [1])
    }

    func testDeliversNothingThatWaitsWhenItIsCancelled() {
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        let subject = PassthroughSubject<Int, Never>()
        let received = Locked(0)
        let sink = subject.receive(on: queue).sink { _ in received.withLock { $0 += 1 } }
        for value in 1...10 { subject.send(value) }
        sink.cancel()
        queue.resume()
        queue.sync {}
        XCTAssertEqual(received.withLock { $0 }, 0)
    }

    func testAQueueIsSharedBetweenBatches() {
        let queue = DispatchQueue(label: "shared")
        queue.suspend()
        let subject = PassthroughSubject<Int, Never>()
        let order = Locked<[String]>([])
        let done = expectation(description: "all values")
        let sink = subject.receive(on: queue).sink { value in
            order.withLock { $0.append("value") }
            if value == 999 { done.fulfill() }
        }
        for value in 0..<1000 { subject.send(value) }
        queue.async { order.withLock { $0.append("other") } }
        queue.resume()
        wait(for: [done], timeout: 10)
        let position = order.withLock { $0.firstIndex(of: "other") }
        XCTAssertEqual(position, 128, "other work comes after one batch, not after all values")
        sink.cancel()
    }
}
