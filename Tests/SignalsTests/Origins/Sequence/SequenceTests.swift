import Signals
import SignalsBattery
import XCTest

final class SequenceTests: XCTestCase {
    func testElementsAreDeliveredAsTheyAreAskedFor() {
        let recorder = [1, 2, 3, 4].publisher.recording(.max(1))
        XCTAssertEqual(recorder.values, [1])
        recorder.request(.max(2))
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertTrue(recorder.completions.isEmpty)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1, 2, 3, 4])
    }

    func testItFinishesBehindTheLastElementWithoutFurtherDemand() {
        XCTAssertTrue([1, 2].publisher.recording(.max(2)).isFinished)
    }

    func testAnEmptySequenceFinishesAtOnce() {
        let recorder = [Int]().publisher.recording(.none)
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertTrue(recorder.isFinished)
    }

    func testDemandInAnswerToAValueLetsItGoOn() {
        let recorder = (1...1000).publisher.recording(.max(1), then: .max(1))
        XCTAssertEqual(recorder.values, Array(1...1000))
        XCTAssertTrue(recorder.isFinished)
    }

    func testDemandFromInsideAValueIsServedInOrderAndNotNested() {
        let depth = Locked(0)
        let recorder = Recorder<Int, Never>(.max(1)) { recorder, _ in
            depth.withLock { $0 += 1 }
            recorder.request(.max(2))
            XCTAssertEqual(depth.withLock { $0 }, 1)
            depth.withLock { $0 -= 1 }
        }
        (1...100).publisher.subscribe(recorder)
        XCTAssertEqual(recorder.values, Array(1...100))
        XCTAssertTrue(recorder.isFinished)
    }

    func testCancellingInsideAValueEndsItAndNoFurtherElementIsMade() {
        let made = Locked(0)
        let recorder = Recorder<Int, Never> { recorder, value in if value == 3 { recorder.cancel() } }
        Counting(made: made).publisher.subscribe(recorder)
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertTrue(recorder.completions.isEmpty)
        XCTAssertEqual(made.withLock { $0 }, 3)
    }

    /// Counts the elements that are made.
    private struct Counting: Sequence, Sendable {
        let made: Locked<Int>

        func makeIterator() -> AnyIterator<Int> {
            AnyIterator {
                made.withLock { made in
                    made += 1
                    return made
                }
            }
        }
    }

    func testAnEndlessSequenceIsTakenFromAsFarAsItIsNeeded() {
        let recorder = Counting(made: Locked(0)).publisher.eraseToAnyPublisher().prefix(5).recording()
        XCTAssertEqual(recorder.values, [1, 2, 3, 4, 5])
        XCTAssertTrue(recorder.isFinished)
    }

    func testEachSubscriberReceivesAllElements() {
        let publisher = [1, 2].publisher
        XCTAssertEqual(publisher.recording().values, [1, 2])
        XCTAssertEqual(publisher.recording().values, [1, 2])
    }

    func testDemandFromSeveralThreadsDeliversEachElementOnceAndInOrder() {
        let recorder = (0..<10_000).publisher.recording(.none)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<2500 { recorder.request(.max(1)) }
        }
        XCTAssertEqual(recorder.values, Array(0..<10_000))
        XCTAssertEqual(recorder.overlaps, 0)
        XCTAssertTrue(recorder.isFinished)
    }

    func testCancellingFromAnotherThreadEndsAnEndlessSequence() {
        underAWatchdog {
            let recorder = Recorder<Int, Never>(.none)
            Counting(made: Locked(0)).publisher.subscribe(recorder)
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                if index == 0 { recorder.request(.max(50_000)) } else { recorder.cancel() }
            }
            XCTAssertTrue(recorder.completions.isEmpty)
        }
    }

    func testEverythingIsReleasedAfterTheEndAndAfterACancel() {
        final class Token: Sendable {}
        for cancels in [false, true] {
            weak var weakRecorder: Recorder<Token, Never>?
            weak var weakToken: Token?
            do {
                let token = Token()
                weakToken = token
                let recorder = Recorder<Token, Never>(cancels ? .none : .unlimited)
                weakRecorder = recorder
                [token].publisher.subscribe(recorder)
                if cancels { recorder.cancel() }
            }
            XCTAssertNil(weakRecorder)
            XCTAssertNil(weakToken)
        }
    }

    func testTheSubscriptionIsDescribedByTheSequence() {
        let descriptions = Locked<[String]>([])
        let subscriber = AnySubscriber<Int, Never>(receiveSubscription: { subscription in
            descriptions.withLock { $0.append("\(subscription)") }
            subscription.cancel()
            descriptions.withLock { $0.append("\(subscription)") }
        })
        [1, 2].publisher.subscribe(subscriber)
        XCTAssertEqual(descriptions.withLock { $0 }, ["[1, 2]", "Sequence"])
    }

    func testEqualSequencesMakeEqualPublishers() {
        XCTAssertEqual([1, 2].publisher, [1, 2].publisher)
        XCTAssertNotEqual([1, 2].publisher, [2].publisher)
    }

    func testAMillionValuesGoThroughAChain() {
        let sum = Locked(0)
        let values = 0..<steps(1_000_000)
        let sink = values.publisher.eraseToAnyPublisher()
            .map { $0 * 2 }.filter { $0.isMultiple(of: 4) }
            .sink { value in sum.withLock { $0 += value } }
        XCTAssertEqual(sum.withLock { $0 }, values.filter { ($0 * 2).isMultiple(of: 4) }.reduce(0) { $0 + $1 * 2 })
        sink.cancel()
    }
}
