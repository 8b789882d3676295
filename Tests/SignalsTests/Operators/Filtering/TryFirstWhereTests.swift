import Signals
import XCTest

final class TryFirstWhereTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryFirst { $0 > 1 } }.check()
        Lifecycle { $0.tryFirst { _ in throw TestFailure() } }.check()
    }

    func testTheFirstThatFulfilsTheConditionIsDelivered() {
        let recorder = [1, 2, 3].publisher.tryFirst { $0 > 1 }.recording()
        XCTAssertEqual(recorder.values, [2])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAThrownErrorEndsItWithoutWaitingForDemand() {
        let recorder = [1, 2, 3].publisher.tryFirst { _ in throw TestFailure() }.recording(.none)
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.failure is TestFailure)
    }
}
