import Signals
import SignalsBattery
import XCTest

final class RetryTests: XCTestCase {
    /// Fails in the first attempts, then delivers.
    private func flaky(failures: Int, attempts: Locked<Int>) -> some Publisher<Int, TestFailure> {
        Deferred {
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            return Record<Int, TestFailure>(
                output: [attempt], completion: attempt > failures ? .finished : .failure(TestFailure()))
        }
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.retry(0) }.check()
        Lifecycle { upstream in
            let attempts = Locked(0)
            return Deferred {
                let isEarly = attempts.withLock { attempts in
                    attempts += 1
                    return attempts < 3
                }
                return isEarly ? Fail(error: TestFailure()).eraseToAnyPublisher() : upstream
            }
            .retry(2)
        }
        .check()
    }

    func testAFailureLeadsToAnotherAttempt() {
        let attempts = Locked(0)
        let recorder = flaky(failures: 2, attempts: attempts).retry(3).recording()
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertTrue(recorder.isFinished)
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertEqual(attempts.withLock { $0 }, 3)
    }

    func testWhenNoAttemptIsLeftTheFailurePasses() {
        let attempts = Locked(0)
        let recorder = flaky(failures: .max, attempts: attempts).retry(2).recording()
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertEqual(recorder.failure, TestFailure())
        XCTAssertEqual(attempts.withLock { $0 }, 3)
    }

    func testANegativeNumberOfRetriesIsNone() {
        for retries in [-1, Int.min] {
            let recorder = Fail<Int, TestFailure>(error: TestFailure()).retry(retries).recording()
            XCTAssertEqual(recorder.completions.count, 1)
        }
    }

    func testAHundredThousandAttemptsThatFailAtOnceDoNotUseUpTheStack() {
        let attempts = Locked(0)
        let publisher = flaky(failures: 100_000, attempts: attempts)
        let recorder = Publishers.Retry(upstream: publisher, retries: nil).ignoreOutput().recording()
        XCTAssertTrue(recorder.isFinished)
        XCTAssertEqual(attempts.withLock { $0 }, 100_001)
    }

    func testOutstandingDemandGoesToTheNextAttempt() {
        let attempts = Locked(0)
        let recorder = flaky(failures: 9, attempts: attempts).retry(9).recording(.max(2))
        XCTAssertEqual(recorder.values, [1, 2])
        recorder.request(.max(3))
        XCTAssertEqual(recorder.values, [1, 2, 3, 4, 5])
    }

    func testCancellingBetweenAttemptsEndsThem() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>()
        rogue.retry(5).subscribe(recorder)
        rogue.connect()
        rogue.send(completion: .failure(TestFailure()))
        recorder.cancel()
        let second = rogue.connect()
        XCTAssertEqual(second.cancels, 1)
        rogue.send(1)
        rogue.send(completion: .finished)
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.completions.isEmpty)
    }
}
