import Signals
import SignalsBattery
import XCTest

final class DropUntilOutputTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.drop(untilOutputFrom: Just(0).setFailureType(to: TestFailure.self)) }.check()
        Lifecycle { $0.drop(untilOutputFrom: Empty<Int, TestFailure>(completeImmediately: false)) }.check()
    }

    func testValuesPassOnceTheOtherHasDelivered() {
        let source = PassthroughSubject<Int, Never>()
        let other = PassthroughSubject<String, Never>()
        let recorder = source.drop(untilOutputFrom: other).recording()
        source.send(1)
        other.send("go")
        source.send(2)
        other.send("again")
        source.send(3)
        source.send(completion: .finished)
        XCTAssertEqual(recorder.values, [2, 3])
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheOtherIsAskedForOneValueAndCancelledAfterIt() {
        let rogue = RoguePublisher<Int, Never>()
        let source = PassthroughSubject<Int, Never>()
        let recorder = source.drop(untilOutputFrom: rogue).recording()
        let connection = rogue.connect()
        XCTAssertEqual(connection.requests, [.max(1)])
        rogue.send(1)
        XCTAssertEqual(connection.cancels, 1)
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testLeftOutValuesUseUpNoDemand() {
        let source = PassthroughSubject<Int, Never>()
        let other = PassthroughSubject<Void, Never>()
        let recorder = source.drop(untilOutputFrom: other).recording(.max(1))
        source.send(1)
        source.send(2)
        other.send(())
        source.send(3)
        source.send(4)
        XCTAssertEqual(recorder.values, [3])
    }

    func testTheOthersEndBeforeItsFirstValueEndsIt() {
        let source = PassthroughSubject<Int, TestFailure>()
        let other = PassthroughSubject<Void, TestFailure>()
        let recorder = source.drop(untilOutputFrom: other).recording()
        other.send(completion: .failure(TestFailure()))
        source.send(1)
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testTheOthersEndAfterItsFirstValueDoesNothing() {
        let source = PassthroughSubject<Int, TestFailure>()
        let other = PassthroughSubject<Void, TestFailure>()
        let recorder = source.drop(untilOutputFrom: other).recording()
        other.send(())
        other.send(completion: .failure(TestFailure()))
        source.send(1)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testCancellingCancelsBoth() {
        let source = RoguePublisher<Int, Never>()
        let other = RoguePublisher<Int, Never>()
        let recorder = Recorder<Int, Never>()
        source.drop(untilOutputFrom: other).subscribe(recorder)
        let connections = [other.connect(), source.connect()]
        recorder.cancel()
        XCTAssertEqual(connections.map(\.cancels), [1, 1])
    }
}
