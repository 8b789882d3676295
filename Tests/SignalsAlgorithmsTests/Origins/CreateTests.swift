import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class CreateTests: XCTestCase {
    private typealias Target = Publishers.Create<Int, TestFailure>.Subscriber

    /// A publisher whose subscriber's target is put into the box, and that counts how often its work is cancelled.
    private func publisher(_ box: Locked<Target?>, _ cancels: Locked<Int>) -> AnyPublisher<Int, TestFailure> {
        AnyPublisher.create { target in
            box.withLock { $0 = target }
            return AnyCancellable { cancels.withLock { $0 += 1 } }
        }
    }

    private let box = Locked<Target?>(nil)
    private let cancels = Locked(0)
    private var target: Target? { box.withLock { $0 } }

    func testKeepsTheLifecycle() {
        Lifecycle { upstream in
            AnyPublisher<Int, TestFailure>.create { target in
                upstream.sink(receiveCompletion: { target.send(completion: $0) }, receiveValue: { target.send($0) })
            }
        }.check()
    }

    func testValuesAndTheCompletionAreDeliveredUntilTheEnd() {
        let recorder = publisher(box, cancels).recording()
        target?.send(1)
        target?.send(2)
        target?.send(completion: .finished)
        target?.send(3)
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertTrue(recorder.isFinished)
    }

    func testValuesThatTheClosureSendsAtOnceAreDeliveredToo() {
        let recorder = AnyPublisher<Int, TestFailure>.create { target in
            target.send(1)
            target.send(completion: .failure(TestFailure()))
            return AnyCancellable {}
        }.recording()
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testValuesWaitForDemand() {
        let recorder = publisher(box, cancels).recording(.max(1))
        for value in 1...3 { target?.send(value) }
        target?.send(completion: .finished)
        XCTAssertEqual(recorder.values, [1])
        recorder.request(.max(2))
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheWorkBeginsWithEachSubscription() {
        let count = Locked(0)
        let publisher = AnyPublisher<Int, Never>.create { target in
            target.send(
                count.withLock { count in
                    count += 1
                    return count
                })
            return AnyCancellable {}
        }
        XCTAssertEqual(count.withLock { $0 }, 0)
        XCTAssertEqual([publisher.recording().values, publisher.recording().values], [[1], [2]])
    }

    func testCancellingCancelsTheWorkOnce() {
        let recorder = publisher(box, cancels).recording()
        recorder.cancel()
        recorder.cancel()
        target?.send(1)
        target?.send(completion: .finished)
        XCTAssertEqual(cancels.withLock { $0 }, 1)
        XCTAssertTrue(recorder.values.isEmpty && recorder.completions.isEmpty)
    }

    func testTheCompletionCancelsTheWorkOnce() {
        let recorder = publisher(box, cancels).recording()
        target?.send(completion: .finished)
        XCTAssertEqual(cancels.withLock { $0 }, 1)
        recorder.cancel()
        target?.send(completion: .finished)
        XCTAssertEqual(cancels.withLock { $0 }, 1)
    }

    func testWorkThatWasCancelledBeforeItWasMadeIsCancelledAtOnce() {
        let cancels = cancels
        let recorder = Recorder<Int, TestFailure>(onValue: { recorder, _ in recorder.cancel() })
        AnyPublisher<Int, TestFailure>.create { target in
            target.send(1)
            XCTAssertEqual(cancels.withLock { $0 }, 0)
            return AnyCancellable { cancels.withLock { $0 += 1 } }
        }.subscribe(recorder)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(cancels.withLock { $0 }, 1)
    }

    func testASubscriberThatCancelsWithItsSubscriptionBeginsNoWork() {
        let begun = Locked(false)
        let publisher = AnyPublisher<Int, Never>.create { _ in
            begun.withLock { $0 = true }
            return AnyCancellable {}
        }
        publisher.subscribe(AnySubscriber(receiveSubscription: { $0.cancel() }))
        XCTAssertFalse(begun.withLock { $0 })
    }

    func testValuesOfSeveralThreadsAreSerialAndComplete() {
        let recorder = publisher(box, cancels).recording()
        DispatchQueue.concurrentPerform(iterations: 4) { [target] _ in
            for value in 0..<250 { target?.send(value) }
        }
        target?.send(completion: .finished)
        XCTAssertEqual(recorder.values.count, 1000)
        XCTAssertEqual(recorder.overlaps, 0)
        XCTAssertTrue(recorder.isFinished)
    }
}
