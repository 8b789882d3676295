import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class NwiseTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.nwise(3) }.check()
    }

    func testEachValueComesWithThoseRightBeforeIt() {
        let recorder = (1...5).publisher.nwise(3).recording()
        XCTAssertEqual(recorder.values, [[1, 2, 3], [2, 3, 4], [3, 4, 5]])
        XCTAssertTrue(recorder.isFinished)
    }

    func testFewerValuesMakeNoArray() {
        let recorder = (1...2).publisher.nwise(3).recording()
        XCTAssertTrue(recorder.values.isEmpty)
        XCTAssertTrue(recorder.isFinished)
    }

    func testASizeOfOneWrapsEachValue() {
        XCTAssertEqual((1...2).publisher.nwise(1).recording().values, [[1], [2]])
    }

    func testEachSubscriptionBeginsAnew() {
        let publisher = (1...3).publisher.nwise(2)
        XCTAssertEqual(publisher.recording().values, [[1, 2], [2, 3]])
        XCTAssertEqual(publisher.recording().values, [[1, 2], [2, 3]])
    }

    func testTheFirstValuesDoNotUseUpTheDemand() {
        let recorder = Numbers<Never>(1...9).nwise(4).recording(.max(1))
        XCTAssertEqual(recorder.values, [[1, 2, 3, 4]])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values.last, [2, 3, 4, 5])
    }

    func testAFailurePasses() {
        XCTAssertEqual(Fail<Int, TestFailure>(error: TestFailure()).nwise(2).recording().failure, TestFailure())
    }
}
