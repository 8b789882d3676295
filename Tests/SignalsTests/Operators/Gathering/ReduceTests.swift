import Signals
import XCTest

final class ReduceTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.reduce(0) { $0 + $1 } }.check()
    }

    func testAllValuesAreCombinedIntoOneWhenUpstreamFinishes() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder = source.reduce("0") { $0 + "+\($1)" }.recording()
        for value in 1...3 { source.send(value) }
        XCTAssertEqual(recorder.values, [])
        source.send(completion: .finished)
        XCTAssertEqual(recorder.values, ["0+1+2+3"])
        XCTAssertTrue(recorder.isFinished)
    }

    func testWithoutValuesTheInitialResultIsDelivered() {
        XCTAssertEqual(Empty<Int, Never>().reduce(7) { $0 + $1 }.recording().values, [7])
    }

    func testAFailureDropsTheResult() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder = source.reduce(0) { $0 + $1 }.recording()
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testTheResultWaitsUntilItIsAskedFor() {
        let rogue = RoguePublisher<Int, Never>()
        let recorder = Recorder<Int, Never>(.none)
        rogue.reduce(0) { $0 + $1 }.subscribe(recorder)
        XCTAssertEqual(rogue.connect().requests, [.unlimited])
        rogue.send(2)
        rogue.send(completion: .finished)
        XCTAssertTrue(recorder.completions.isEmpty)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [2])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAResultMayBeNil() {
        let source = PassthroughSubject<Int, Never>()
        let recorder = source.reduce(Int?.some(1)) { _, _ in nil }.recording()
        source.send(1)
        source.send(completion: .finished)
        XCTAssertEqual(recorder.values, [nil])
    }
}
