import Signals
import SignalsBattery
import XCTest

/// The demand that a subscriber returns for a value, when upstream ends while that value is on its way.
final class DemandAtTheEndTests: XCTestCase {
    /// Sends a value to a subscriber that asked for one, lets upstream end inside of it, and returns what came.
    private func values<P: Publisher<Int, Never>>(
        _ completion: Subscribers.Completion<TestFailure>, through make: (PassthroughSubject<Int, TestFailure>) -> P
    ) -> [Int] {
        let subject = PassthroughSubject<Int, TestFailure>()
        let received = Locked<[Int]>([])
        make(subject).subscribe(
            AnySubscriber(
                receiveSubscription: { $0.request(.max(1)) },
                receiveValue: { value in
                    if received.withLock({
                        $0.append(value); return $0.count
                    }) == 1 {
                        subject.send(completion: completion)
                    }
                    return .max(1)
                },
                receiveCompletion: { _ in received.withLock { $0.append(-1) } }))
        subject.send(9)
        return received.withLock { $0 }
    }

    func testAppendedValuesComeThoughThePrefixEndedInsideItsLastValue() {
        XCTAssertEqual(values(.finished) { $0.assertNoFailure().append([1, 2]) }, [9, 1, 2, -1])
        XCTAssertEqual(values(.finished) { Just(8).append($0.assertNoFailure()).dropFirst().append(1) }, [9, 1, -1])
    }

    func testAReplacementComesThoughTheFailureCameInsideAValue() {
        let failure = Subscribers.Completion<TestFailure>.failure(TestFailure())
        XCTAssertEqual(values(failure) { $0.replaceError(with: 1) }, [9, 1, -1])
        XCTAssertEqual(values(failure) { $0.catch { _ in [1, 2].publisher } }, [9, 1, 2, -1])
        XCTAssertEqual(
            values(failure) {
                $0.tryCatch { _ in [1, 2].publisher.setFailureType(to: TestFailure.self) }
                    .assertNoFailure()
            }, [9, 1, 2, -1])
    }

    func testARetryIsAskedForWhatTheFailedAttemptWasAskedForInsideAValue() {
        let failure = Subscribers.Completion<TestFailure>.failure(TestFailure())
        let attempts = Locked(0)
        XCTAssertEqual(
            values(failure) { subject in
                Deferred { () -> AnyPublisher<Int, TestFailure> in
                    attempts.withLock { attempts in
                        attempts += 1
                        return attempts == 1
                            ? subject.eraseToAnyPublisher()
                            : [1, 2].publisher.setFailureType(to: TestFailure.self).eraseToAnyPublisher()
                    }
                }
                .retry(1).assertNoFailure()
            }, [9, 1, 2, -1])
    }

    func testACombinationThatNobodyAskedForDoesNotKeepTheEndWaiting() {
        for completion in [Subscribers.Completion<TestFailure>.finished, .failure(TestFailure())] {
            let left = PassthroughSubject<Int, TestFailure>()
            let right = PassthroughSubject<Int, TestFailure>()
            let recorder = Recorder<Int, TestFailure>(.none)
            left.combineLatest(right) { $0 + $1 }.subscribe(recorder)
            left.send(1)
            right.send(2)
            left.send(completion: completion)
            right.send(completion: completion)
            XCTAssertEqual(recorder.completions, [completion])
        }
    }

    func testAPairThatNobodyAskedForDoesNotKeepAFailureWaiting() {
        let left = PassthroughSubject<Int, TestFailure>()
        let right = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>(.none)
        left.zip(right) { $0 + $1 }.subscribe(recorder)
        left.send(1)
        right.send(2)
        left.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testNothingFollowsACancelInsideTheResultOfAGatheringOperator() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let subscription = Locked<(any Subscription)?>(nil)
        let completions = Locked(0)
        subject.count().subscribe(
            AnySubscriber(
                receiveSubscription: { given in
                    subscription.withLock { $0 = given }
                    given.request(.unlimited)
                },
                receiveValue: { _ in
                    let subscription = subscription.withLock { $0 }
                    subscription?.request(.max(1))
                    subscription?.cancel()
                    return .none
                },
                receiveCompletion: { _ in completions.withLock { $0 += 1 } }))
        subject.send(1)
        subject.send(completion: .finished)
        XCTAssertEqual(completions.withLock { $0 }, 0)
    }
}
