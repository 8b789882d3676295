import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class DematerializeTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.materialize().dematerialize() }.check()
    }

    func testEventsBecomeValuesAndTheEnd() {
        let events: [Event<Int, TestFailure>] = [.value(1), .value(2), .finished, .value(3)]
        let recorder = events.publisher.dematerialize().recording()
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheEventOfAFailureFailsAndCancelsUpstream() {
        let rogue = RoguePublisher<Event<Int, TestFailure>, Never>()
        let recorder = rogue.dematerialize().recording()
        let connection = rogue.connect()
        rogue.send(.value(1))
        rogue.send(.failure(TestFailure()))
        rogue.send(.value(2))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.failure, TestFailure())
        XCTAssertEqual(connection.cancels, 1)
    }

    func testFinishesWithUpstreamWhenNoEventSaysSo() {
        let recorder = Just(Event<Int, TestFailure>.value(1)).dematerialize().recording()
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.isFinished)
    }

    func testUndoesWhatMaterializeDoes() {
        let numbers = Numbers<TestFailure>(1...3, then: .failure(TestFailure()))
        let recorder = numbers.materialize().dematerialize().recording(.max(2))
        XCTAssertEqual(recorder.values, [1, 2])
        recorder.request(.unlimited)
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertEqual(recorder.failure, TestFailure())
    }
}
