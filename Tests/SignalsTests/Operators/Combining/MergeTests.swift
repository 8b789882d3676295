import Signals
import SignalsBattery
import XCTest

final class MergeTests: XCTestCase {
    private let subjects = (0..<2).map { _ in PassthroughSubject<Int, TestFailure>() }
    private let recorder = Recorder<Int, TestFailure>()

    override func setUp() {
        let s = subjects
        s[0].merge(with: s[1].map { $0 }).subscribe(recorder)
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.merge(with: Empty()) }.check()
    }

    func testDeliversTheValuesOfBothAsTheyCome() {
        for (index, subject) in subjects.enumerated().reversed() { subject.send(index) }
        XCTAssertEqual(recorder.values, Array((0..<2).reversed()))
    }

    func testFinishesWhenBothHaveFinished() {
        for subject in subjects.dropFirst() { subject.send(completion: .finished) }
        XCTAssertTrue(recorder.completions.isEmpty)
        subjects[0].send(1)
        subjects[0].send(completion: .finished)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureOfOneEndsBoth() {
        subjects[1].send(completion: .failure(TestFailure()))
        for subject in subjects { subject.send(1) }
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testDeliversFirstWhatTheFirstHasAtOnce() {
        let recorder = Recorder<Int, TestFailure>()
        Numbers(1...3).merge(with: Numbers(4...5).map { $0 }).subscribe(recorder)
        XCTAssertEqual(recorder.values, [1, 2, 3, 4, 5])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testEachIsAskedForOneValueAtATimeWhileDemandIsLimited() {
        let numbers = [Numbers<TestFailure>(1...9), Numbers<TestFailure>(11...19)]
        let recorder = Recorder<Int, TestFailure>(.max(2))
        numbers[0].merge(with: numbers[1].map { $0 }).subscribe(recorder)
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertEqual(numbers[1].requests, [.max(1)])
        recorder.request(.max(2))
        XCTAssertEqual(recorder.values, [1, 2, 3, 11])
        recorder.request(.unlimited)
        XCTAssertEqual(recorder.values.count, 18)
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testCancellingCancelsBoth() {
        let rogues = [RoguePublisher<Int, TestFailure>(), RoguePublisher<Int, TestFailure>()]
        let recorder = Recorder<Int, TestFailure>()
        rogues[0].merge(with: rogues[1].map { $0 }).subscribe(recorder)
        let connections = rogues.map { $0.connect() }
        recorder.cancel()
        XCTAssertEqual(connections.map(\.cancels), [1, 1])
    }

    func testNothingIsSubscribedToAfterACancelInsideTheSubscription() {
        let numbers = Numbers<TestFailure>(1...2)
        let subscriber = AnySubscriber<Int, TestFailure>(receiveSubscription: { $0.cancel() })
        numbers.merge(with: numbers.map { $0 }).subscribe(subscriber)
        XCTAssertEqual(numbers.requests, [])
    }

    func testTwoThreadsAreDeliveredOneAtATimeAndWhole() {
        DispatchQueue.concurrentPerform(iterations: 2) { [subjects] side in
            for value in 0..<1000 { subjects[side].send(side * 1000 + value) }
            subjects[side].send(completion: .finished)
        }
        XCTAssertEqual(recorder.values.sorted(), Array(0..<2000))
        XCTAssertEqual(recorder.values.filter { $0 < 1000 }, Array(0..<1000))
        XCTAssertEqual(recorder.overlaps, 0)
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testMergingMoreIsOneMergeOfEight() {
        let e = Just(1)
        let merged = Publishers.Merge(e, e).merge(with: e, e, e, e, e, e)
        XCTAssertEqual(merged, Publishers.Merge8(e, e, e, e, e, e, e, e))
    }
}
