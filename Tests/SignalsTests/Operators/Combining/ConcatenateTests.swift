import Signals
import SignalsBattery
import XCTest

final class ConcatenateTests: XCTestCase {
    private let subject = PassthroughSubject<Int, TestFailure>()

    func testKeepsTheLifecycle() {
        Lifecycle { $0.append(Just(7).setFailureType(to: TestFailure.self)) }.check()
        Lifecycle { $0.prepend(Empty()) }.check()
    }

    func testTheSecondPublisherBeginsWhenTheFirstHasFinished() {
        let recorder = Recorder<Int, TestFailure>()
        subject.append(Numbers(8...9)).subscribe(recorder)
        subject.send(1)
        XCTAssertEqual(recorder.values, [1])
        subject.send(completion: .finished)
        XCTAssertEqual(recorder.values, [1, 8, 9])
        XCTAssertEqual(recorder.completions, [.finished])
        XCTAssertEqual(recorder.subscriptionCount, 1)
    }

    func testPrependedValuesComeFirst() {
        let recorder = Recorder<Int, TestFailure>()
        Numbers(1...2).prepend(Numbers(8...9)).subscribe(recorder)
        XCTAssertEqual(recorder.values, [8, 9, 1, 2])
    }

    func testAFailureOfTheFirstKeepsTheSecondFromBeginning() {
        let second = Numbers<TestFailure>(8...9)
        let recorder = Recorder<Int, TestFailure>()
        subject.append(second).subscribe(recorder)
        subject.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
        XCTAssertEqual(second.requests, [])
    }

    func testTheCompletionOfTheSecondIsTheEnd() {
        let recorder = Recorder<Int, TestFailure>()
        Numbers(1...1).append(Numbers(2...2, then: .failure(TestFailure()))).subscribe(recorder)
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testDemandThatTheFirstLeftGoesToTheSecond() {
        let first = Numbers<TestFailure>(1...2)
        let second = Numbers<TestFailure>(3...9)
        let recorder = Recorder<Int, TestFailure>(.max(3))
        first.append(second).subscribe(recorder)
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertEqual(second.requests, [.max(1)])
        recorder.request(.max(2))
        XCTAssertEqual(recorder.values, [1, 2, 3, 4, 5])
        XCTAssertEqual(second.requests, [.max(1), .max(2)])
    }

    func testDemandReturnedForAValueIsKeptForTheSecond() {
        let recorder = Recorder<Int, TestFailure>(.max(1), then: .max(1))
        Numbers(1...2).append(Numbers(3...4)).subscribe(recorder)
        XCTAssertEqual(recorder.values, [1, 2, 3, 4])
    }

    func testCancellingCancelsWhicheverIsAtIt() {
        let rogues = [RoguePublisher<Int, TestFailure>(), RoguePublisher<Int, TestFailure>()]
        for finished in [false, true] {
            let recorder = Recorder<Int, TestFailure>()
            rogues[0].append(rogues[1]).subscribe(recorder)
            var connection = rogues[0].connect()
            if finished {
                rogues[0].send(completion: .finished)
                connection = rogues[1].connect()
            }
            recorder.cancel()
            XCTAssertEqual(connection.cancels, 1)
            rogues[finished ? 1 : 0].send(1)
            rogues[finished ? 1 : 0].send(completion: .finished)
            XCTAssertTrue(recorder.values.isEmpty && recorder.completions.isEmpty)
        }
    }

    func testCancellingBetweenTheTwoCancelsTheSecondWhenItComes() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>()
        subject.append(rogue).subscribe(recorder)
        subject.send(completion: .finished)
        recorder.cancel()
        XCTAssertEqual(rogue.connect().cancels, 1)
    }
}
