import Signals
import XCTest

final class PrefixUntilOutputTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.prefix(untilOutputFrom: Empty<Int, TestFailure>(completeImmediately: false)) }.check()
        Lifecycle { $0.prefix(untilOutputFrom: Empty<Int, Never>()) }.check()
    }

    func testValuesPassUntilTheOtherDelivers() {
        let source = RoguePublisher<Int, Never>()
        let other = PassthroughSubject<String, Never>()
        let recorder = Recorder<Int, Never>()
        source.prefix(untilOutputFrom: other).subscribe(recorder)
        let connection = source.connect()
        source.send(1)
        other.send("stop")
        source.send(2)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.isFinished)
        XCTAssertEqual(connection.cancels, 1)
    }

    func testIfTheOtherDeliversAtOnceItFinishesAtOnce() {
        let recorder = PassthroughSubject<Int, Never>().prefix(untilOutputFrom: Just(1)).recording()
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheOthersEndDoesNothing() {
        let source = PassthroughSubject<Int, Never>()
        let other = PassthroughSubject<Int, TestFailure>()
        let recorder = source.prefix(untilOutputFrom: other).recording()
        other.send(completion: .failure(TestFailure()))
        source.send(1)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testUpstreamsEndCancelsTheOther() {
        let source = PassthroughSubject<Int, Never>()
        let other = RoguePublisher<Int, Never>()
        let recorder = source.prefix(untilOutputFrom: other).recording()
        let connection = other.connect()
        source.send(completion: .finished)
        XCTAssertTrue(recorder.isFinished)
        XCTAssertEqual(connection.cancels, 1)
    }

    func testDemandPasses() {
        let recorder = (1...9).publisher.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false))
            .recording(.max(2))
        XCTAssertEqual(recorder.values, [1, 2])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1, 2, 3])
    }

    func testAnEndFromAnotherThreadNeverOverlapsAValue() {
        for _ in 0..<50 {
            let source = PassthroughSubject<Int, Never>()
            let other = PassthroughSubject<Int, Never>()
            let recorder = source.prefix(untilOutputFrom: other).recording()
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                if index == 0 { for value in 0..<100 { source.send(value) } } else { other.send(0) }
            }
            XCTAssertEqual(recorder.overlaps, 0)
            XCTAssertTrue(recorder.isFinished)
            XCTAssertFalse(recorder.hasEventsAfterCompletion)
            XCTAssertEqual(recorder.values, Array(0..<recorder.values.count))
        }
    }
}
