import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class PairwiseTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.pairwise() }.check()
    }

    func testEachValueComesWithTheOneBefore() {
        let recorder = [1, 4, 9].publisher.pairwise().recording()
        XCTAssertEqual(recorder.values.map { $0.1 - $0.0 }, [3, 5])
        XCTAssertTrue(recorder.isFinished)
    }

    func testOneValueMakesNoPair() {
        let recorder = Just(1).pairwise().recording()
        XCTAssertTrue(recorder.values.isEmpty)
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheFirstValueDoesNotUseUpTheDemand() {
        let recorder = Numbers<Never>(1...9).pairwise().recording(.max(2))
        XCTAssertEqual(recorder.values.map(\.0), [1, 2])
    }
}
