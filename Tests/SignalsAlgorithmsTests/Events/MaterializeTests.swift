import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class MaterializeTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.materialize() }.check()
    }

    func testValuesAndTheEndComeAsEvents() {
        let recorder = [1, 2].publisher.materialize().recording()
        XCTAssertEqual(recorder.values, [.value(1), .value(2), .finished])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAFailureIsAnEventAndThenItFinishes() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder = source.materialize().recording()
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [.value(1), .failure(TestFailure())])
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheEventOfTheEndWaitsForDemand() {
        let finishing = Numbers<TestFailure>(1...2).materialize().recording(.max(2))
        let failing = Numbers<TestFailure>(1...2, then: .failure(TestFailure())).materialize().recording(.max(2))
        for recorder in [finishing, failing] {
            XCTAssertEqual(recorder.values, [.value(1), .value(2)])
            XCTAssertTrue(recorder.completions.isEmpty)
            recorder.request(.max(1))
            XCTAssertTrue(recorder.isFinished)
        }
        XCTAssertEqual(finishing.values.last, .finished)
        XCTAssertEqual(failing.values.last, .failure(TestFailure()))
    }

    func testDemandPassesUnchanged() {
        let numbers = Numbers<Never>(1...9)
        let recorder = numbers.materialize().recording(.max(2))
        recorder.request(.max(3))
        XCTAssertEqual(numbers.requests, [.max(2), .max(3)])
        XCTAssertEqual(recorder.values.compactMap(\.value), [1, 2, 3, 4, 5])
    }
}
