import Signals
import SignalsBattery
import XCTest

final class FutureTests: XCTestCase {
    func testStartsItsWorkAtOnceAndOnce() {
        let runs = Locked(0)
        let future = Future<Int, Never> { promise in
            runs.withLock { $0 += 1 }
            promise(.success(42))
        }
        XCTAssertEqual(runs.withLock { $0 }, 1)
        let first = Recorder<Int, Never>()
        let second = Recorder<Int, Never>()
        future.subscribe(first)
        future.subscribe(second)
        XCTAssertEqual(first.values, [42])
        XCTAssertEqual(second.values, [42])
        XCTAssertEqual(first.completions, [.finished])
        XCTAssertEqual(runs.withLock { $0 }, 1)
    }

    func testKeepsItsFirstResult() {
        let future = Future<Int, TestFailure> { promise in
            promise(.success(1))
            promise(.failure(TestFailure()))
            promise(.success(2))
        }
        let recorder = Recorder<Int, TestFailure>()
        future.subscribe(recorder)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureNeedsNoDemand() {
        let future = Future<Int, TestFailure> { $0(.failure(TestFailure())) }
        let recorder = Recorder<Int, TestFailure>(.none)
        future.subscribe(recorder)
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testTheValueWaitsUntilItIsAskedFor() {
        let promise = Locked<Future<Int, Never>.Promise?>(nil)
        let future = Future<Int, Never> { keep in promise.withLock { $0 = keep } }
        let recorder = Recorder<Int, Never>(.none)
        future.subscribe(recorder)
        promise.withLock { $0 }?(.success(1))
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.completions, [])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testASubscriberThatCancelledReceivesNothing() {
        let promise = Locked<Future<Int, Never>.Promise?>(nil)
        let future = Future<Int, Never> { keep in promise.withLock { $0 = keep } }
        let cancelled = Recorder<Int, Never>()
        let other = Recorder<Int, Never>()
        future.subscribe(cancelled)
        future.subscribe(other)
        cancelled.cancel()
        promise.withLock { $0 }?(.success(1))
        XCTAssertEqual(cancelled.values, [])
        XCTAssertEqual(cancelled.completions, [])
        XCTAssertEqual(other.values, [1])
    }

    func testACancelInsideTheValueLeavesOutTheCompletion() {
        let future = Future<Int, Never> { $0(.success(1)) }
        let recorder = Recorder<Int, Never>(onValue: { recorder, _ in recorder.cancel() })
        future.subscribe(recorder)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [])
    }

    func testACancelInsideAValueThatCameLaterLeavesOutTheCompletion() {
        let promise = Locked<Future<Int, Never>.Promise?>(nil)
        let future = Future<Int, Never> { keep in promise.withLock { $0 = keep } }
        let recorder = Recorder<Int, Never>(onValue: { recorder, _ in recorder.cancel() })
        future.subscribe(recorder)
        promise.withLock { $0 }?(.success(1))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [])
    }

    func testSubscribersHearInTheOrderInWhichTheyCameWhoeverCancelled() {
        for cancelling in 0..<4 {
            let promise = Locked<Future<Int, Never>.Promise?>(nil)
            let future = Future<Int, Never> { keep in promise.withLock { $0 = keep } }
            let order = Locked<[Int]>([])
            var subscriptions = (0..<4).map { number in
                future.sink { _ in order.withLock { $0.append(number) } }
            }
            subscriptions[cancelling].cancel()
            subscriptions.append(future.sink { _ in order.withLock { $0.append(4) } })
            promise.withLock { $0 }?(.success(1))
            XCTAssertEqual(order.withLock { $0 }, (0...4).filter { $0 != cancelling })
        }
    }

    func testReleasesItsSubscribersAfterTheResultOrACancel() {
        let promise = Locked<Future<Int, Never>.Promise?>(nil)
        let future = Future<Int, Never> { keep in promise.withLock { $0 = keep } }
        weak var weakCancelled: Recorder<Int, Never>?
        weak var weakDone: Recorder<Int, Never>?
        do {
            let cancelled = Recorder<Int, Never>()
            let done = Recorder<Int, Never>()
            (weakCancelled, weakDone) = (cancelled, done)
            future.subscribe(cancelled)
            future.subscribe(done)
            cancelled.cancel()
        }
        XCTAssertNil(weakCancelled)
        XCTAssertNotNil(weakDone)
        promise.withLock { $0 }?(.success(1))
        XCTAssertNil(weakDone)
    }

    func testEverySubscriberHearsOnceWhileThePromiseIsKeptOnAnotherThread() {
        for _ in 0..<50 {
            let promise = Locked<Future<Int, Never>.Promise?>(nil)
            let future = Future<Int, Never> { keep in promise.withLock { $0 = keep } }
            let recorders = (0..<16).map { _ in Recorder<Int, Never>() }
            DispatchQueue.concurrentPerform(iterations: 17) { index in
                if index == 8 { promise.withLock { $0 }?(.success(1)) } else { future.subscribe(recorders[index % 16]) }
            }
            for (index, recorder) in recorders.enumerated() where index != 8 {
                XCTAssertEqual(recorder.values, index == 0 ? [1, 1] : [1])
            }
        }
    }
}
