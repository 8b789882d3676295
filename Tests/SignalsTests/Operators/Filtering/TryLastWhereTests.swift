import Signals
import XCTest

final class TryLastWhereTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryLast { $0 > 1 } }.check()
        Lifecycle { $0.tryLast { _ in throw TestFailure() } }.check()
    }

    func testTheLastThatFulfilsTheConditionIsDelivered() {
        XCTAssertEqual((1...9).publisher.tryLast { $0 < 4 }.recording().values, [3])
    }

    func testAThrownErrorEndsItAndDropsTheValue() {
        let recorder = (1...9).publisher.tryLast { if $0 < 4 { true } else { throw TestFailure() } }.recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.failure is TestFailure)
    }
}
