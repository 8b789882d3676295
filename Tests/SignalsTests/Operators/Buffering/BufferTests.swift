import Signals
import SignalsBattery
import XCTest

final class BufferTests: XCTestCase {
    private let subject = PassthroughSubject<Int, TestFailure>()

    private func record(
        size: Int, whenFull: Publishers.BufferingStrategy<TestFailure>, demand: Subscribers.Demand = .none
    ) -> Recorder<Int, TestFailure> {
        let recorder = Recorder<Int, TestFailure>(demand)
        subject.buffer(size: size, prefetch: .byRequest, whenFull: whenFull).subscribe(recorder)
        return recorder
    }

    func testKeepsTheLifecycle() {
        for prefetch in [Publishers.PrefetchStrategy.byRequest, .keepFull] {
            Lifecycle { $0.buffer(size: 10, prefetch: prefetch, whenFull: .dropOldest) }.check()
            Lifecycle { $0.buffer(size: 1000, prefetch: prefetch, whenFull: .dropNewest) }.check()
            Lifecycle { $0.buffer(size: 3, prefetch: prefetch, whenFull: .customError { TestFailure() }) }.check()
        }
    }

    func testKeepsValuesUntilTheyAreAskedFor() {
        let recorder = record(size: 3, whenFull: .dropNewest)
        for value in 1...3 { subject.send(value) }
        XCTAssertEqual(recorder.values, [])
        recorder.request(.max(2))
        XCTAssertEqual(recorder.values, [1, 2])
        subject.send(4)
        recorder.request(.unlimited)
        XCTAssertEqual(recorder.values, [1, 2, 3, 4])
        subject.send(5)
        XCTAssertEqual(recorder.values.last, 5)
    }

    func testDropNewestDropsWhatHasNoRoom() {
        let recorder = record(size: 2, whenFull: .dropNewest)
        for value in 1...4 { subject.send(value) }
        recorder.request(.unlimited)
        XCTAssertEqual(recorder.values, [1, 2])
    }

    func testDropOldestMakesRoomForTheNew() {
        let recorder = record(size: 2, whenFull: .dropOldest)
        for value in 1...4 { subject.send(value) }
        recorder.request(.unlimited)
        XCTAssertEqual(recorder.values, [3, 4])
    }

    func testCustomErrorEndsItBehindTheValuesInTheBufferAndCancelsUpstream() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>(.none)
        rogue.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { TestFailure() }).subscribe(recorder)
        let connection = rogue.connect()
        for value in 1...4 { rogue.send(value) }
        XCTAssertEqual(connection.cancels, 1)
        XCTAssertTrue(recorder.completions.isEmpty)
        recorder.request(.max(2))
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testTheCompletionWaitsUntilTheBufferIsEmpty() {
        let recorder = record(size: 2, whenFull: .dropNewest)
        subject.send(1)
        subject.send(completion: .finished)
        XCTAssertTrue(recorder.completions.isEmpty)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testKeepFullAsksForAsMuchAsThereIsRoomFor() {
        let numbers = Numbers<TestFailure>(1...9)
        let recorder = Recorder<Int, TestFailure>(.none)
        numbers.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).subscribe(recorder)
        XCTAssertEqual(numbers.requests, [.max(3)])
        recorder.request(.max(2))
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertEqual(numbers.requests, [.max(3), .max(2)])
        recorder.request(.unlimited)
        XCTAssertEqual(recorder.values, Array(1...9))
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testByRequestAsksForAllAtOnce() {
        let numbers = Numbers<TestFailure>(1...9)
        let recorder = Recorder<Int, TestFailure>(.max(1))
        numbers.buffer(size: 9, prefetch: .byRequest, whenFull: .dropNewest).subscribe(recorder)
        XCTAssertEqual(numbers.requests, [.unlimited])
        XCTAssertEqual(recorder.values, [1])
    }

    func testOneAfterAnotherWithFlatMapLosesNothing() {
        let works = (0...2).map { _ in PassthroughSubject<Int, TestFailure>() }
        let recorder = Recorder<Int, TestFailure>()
        subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
            .flatMap(maxPublishers: .max(1)) { works[$0] }
            .subscribe(recorder)
        for index in 0...2 { subject.send(index) }
        for (index, work) in works.enumerated() {
            work.send(index)
            work.send(completion: .finished)
        }
        XCTAssertEqual(recorder.values, [0, 1, 2])
    }

    func testCancellingEmptiesTheBuffer() {
        final class Token: Sendable {}
        weak var weakToken: Token?
        let subject = PassthroughSubject<Token, Never>()
        let recorder = Recorder<Token, Never>(.none)
        subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest).subscribe(recorder)
        do {
            let token = Token()
            weakToken = token
            subject.send(token)
        }
        XCTAssertNotNil(weakToken)
        recorder.cancel()
        XCTAssertNil(weakToken)
    }
}
