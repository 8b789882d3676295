import Signals
import SignalsBattery
import XCTest

@testable import SignalsAlgorithms

final class RaceTests: XCTestCase {
    func testAValueBeforeTheStartDecidesAndIsDeliveredThen() {
        let recorder = Recorder<Int, TestFailure>()
        let race = Race<Int, TestFailure>(to: AnySubscriber(recorder), count: 2)
        race.enter(Fail(error: TestFailure()), as: 0)
        race.enter(Just(1).setFailureType(to: TestFailure.self), as: 1)
        XCTAssertTrue(recorder.events.isEmpty)
        race.start()
        XCTAssertTrue(recorder.values.isEmpty)
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testALoserIsNotHeardWhateverItSends() {
        let recorder = Recorder<Int, TestFailure>()
        let race = Race<Int, TestFailure>(to: AnySubscriber(recorder), count: 2)
        let rogues = [RoguePublisher<Int, TestFailure>(), RoguePublisher<Int, TestFailure>()]
        for (index, rogue) in rogues.enumerated() { race.enter(rogue, as: index) }
        race.start()
        for rogue in rogues { rogue.connect() }
        rogues[1].send(1)
        rogues[0].send(2)
        rogues[0].send(completion: .failure(TestFailure()))
        rogues[1].send(3)
        XCTAssertEqual(recorder.values, [1, 3])
        XCTAssertTrue(recorder.completions.isEmpty)
    }
}
