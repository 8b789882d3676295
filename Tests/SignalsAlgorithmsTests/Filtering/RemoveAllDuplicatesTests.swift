import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class RemoveAllDuplicatesTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.removeAllDuplicates() }.check()
        Lifecycle(passesEverything: true) { $0.removeAllDuplicates { $0 == $1 } }.check()
    }

    func testAValuePassesOnceHoweverLongAgo() {
        let recorder = [1, 2, 1, 3, 2, 3, 4].publisher.removeAllDuplicates().recording()
        XCTAssertEqual(recorder.values, [1, 2, 3, 4])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAPredicateSaysWhatIsADuplicate() {
        let recorder = [("a", 1), ("b", 2), ("a", 3)].publisher.removeAllDuplicates { $0.0 == $1.0 }.recording()
        XCTAssertEqual(recorder.values.map(\.1), [1, 2])
    }

    func testEachSubscriptionBeginsAnew() {
        let publisher = [1, 1, 2].publisher.removeAllDuplicates()
        XCTAssertEqual(publisher.recording().values, [1, 2])
        XCTAssertEqual(publisher.recording().values, [1, 2])
    }

    func testLeftOutValuesUseUpNoDemand() {
        let source = PassthroughSubject<Int, Never>()
        let recorder = source.removeAllDuplicates().recording(.max(2))
        for value in [1, 1, 1, 2, 3] { source.send(value) }
        XCTAssertEqual(recorder.values, [1, 2])
    }

    func testAFailurePasses() {
        let recorder = Fail<Int, TestFailure>(error: TestFailure()).removeAllDuplicates().recording()
        XCTAssertEqual(recorder.failure, TestFailure())
    }
}
