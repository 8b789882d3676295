import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class EventTests: XCTestCase {
    func testAnEventTellsWhatItIs() {
        let events: [Event<Int, TestFailure>] = [.value(1), .failure(TestFailure()), .finished]
        XCTAssertEqual(events.map(\.value), [1, nil, nil])
        XCTAssertEqual(events.map(\.failure), [nil, TestFailure(), nil])
        XCTAssertEqual(events.map(\.completion), [nil, .failure(TestFailure()), .finished])
    }

    func testFailuresOfASourceCanBeToldApartFromItsValues() {
        let source = PassthroughSubject<Int, TestFailure>()
        let events = source.materialize().share()
        let values = events.compactMap(\.value).recording()
        let failures = events.compactMap(\.failure).recording()
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(values.values, [1])
        XCTAssertEqual(failures.values, [TestFailure()])
        XCTAssertTrue(values.isFinished && failures.isFinished)
    }
}
