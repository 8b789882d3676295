import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class WithLatestFromTests: XCTestCase {
    private let source = PassthroughSubject<Int, TestFailure>()
    private let other = PassthroughSubject<String, TestFailure>()

    func testKeepsTheLifecycle() {
        Lifecycle { $0.withLatestFrom(Just("a").setFailureType(to: TestFailure.self)) }.check()
        Lifecycle { $0.withLatestFrom(Empty<Int, TestFailure>(completeImmediately: false)) }.check()
        Lifecycle { $0.withLatestFrom(CurrentValueSubject<Int, TestFailure>(1)) { $0 + $1 } }.check()
    }

    func testAValueIsAnsweredWithTheLatestOneOfTheOther() {
        let recorder = source.withLatestFrom(other).recording()
        other.send("a")
        other.send("b")
        source.send(1)
        source.send(2)
        other.send("c")
        source.send(3)
        XCTAssertEqual(recorder.values, ["b", "b", "c"])
    }

    func testAClosureMakesTheResultOfBoth() {
        let recorder = source.withLatestFrom(other) { "\($0)\($1)" }.recording()
        other.send("a")
        source.send(1)
        source.send(2)
        XCTAssertEqual(recorder.values, ["1a", "2a"])
    }

    func testTheOtherAloneDeliversNothing() {
        let recorder = source.withLatestFrom(other).recording()
        other.send("a")
        other.send("b")
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testAValueBeforeTheOthersFirstIsLeftOutAndDoesNotUseUpTheDemand() {
        let recorder = source.withLatestFrom(other).recording(.max(1))
        source.send(1)
        source.send(2)
        other.send("a")
        source.send(3)
        source.send(4)
        XCTAssertEqual(recorder.values, ["a"])
    }

    func testDemandPassesUnchangedAndTheOtherIsAskedForAll() {
        let numbers = Numbers<Never>(1...9)
        let rogue = RoguePublisher<Int, Never>()
        let recorder = Recorder<Int, Never>(.max(2))
        numbers.withLatestFrom(rogue.prepend(Just(0))).subscribe(recorder)
        XCTAssertEqual(recorder.values, [0, 0])
        recorder.request(.max(3))
        XCTAssertEqual(numbers.requests, [.max(2), .max(3)])
        XCTAssertEqual(rogue.connect().requests, [.unlimited])
    }

    func testTheOthersLastValueStaysWhenItHasFinished() {
        let recorder = source.withLatestFrom(other).recording()
        other.send("a")
        other.send(completion: .finished)
        source.send(1)
        XCTAssertEqual(recorder.values, ["a"])
        XCTAssertTrue(recorder.completions.isEmpty)
        source.send(completion: .finished)
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheOthersFailureEndsItAndCancelsUpstream() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = rogue.withLatestFrom(other).recording()
        let connection = rogue.connect()
        other.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.failure, TestFailure())
        XCTAssertEqual(connection.cancels, 1)
    }

    func testAnOtherThatHasFailedBeforeEndsItAtOnce() {
        let recorder = source.withLatestFrom(Fail<Int, TestFailure>(error: TestFailure())).recording()
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testItsEndCancelsTheOther() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = source.withLatestFrom(rogue).recording()
        let connection = rogue.connect()
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.failure, TestFailure())
        XCTAssertEqual(connection.cancels, 1)
    }

    func testCancellingCancelsBoth() {
        let rogues = [RoguePublisher<Int, TestFailure>(), RoguePublisher<Int, TestFailure>()]
        let recorder = rogues[0].withLatestFrom(rogues[1]).recording()
        let connections = rogues.map { $0.connect() }
        recorder.cancel()
        XCTAssertEqual(connections.map(\.cancels), [1, 1])
    }

    func testTheLatestValueIsReleasedWithTheEnd() {
        final class Payload: Sendable {}
        let payloads = PassthroughSubject<Payload, TestFailure>()
        let recorder = source.withLatestFrom(payloads).map { _ in 0 }.recording()
        weak var weakPayload: Payload?
        do {
            let payload = Payload()
            weakPayload = payload
            payloads.send(payload)
        }
        XCTAssertNotNil(weakPayload)
        source.send(completion: .finished)
        XCTAssertNil(weakPayload)
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheOtherMayChangeOnAnotherThread() {
        let recorder = source.withLatestFrom(other).recording()
        other.send("first")
        DispatchQueue.concurrentPerform(iterations: 2) { [source, other] side in
            for value in 0..<500 {
                if side == 0 { source.send(value) } else { other.send("\(value)") }
            }
        }
        XCTAssertEqual(recorder.values.count, 500)
        XCTAssertEqual(recorder.overlaps, 0)
    }
}
