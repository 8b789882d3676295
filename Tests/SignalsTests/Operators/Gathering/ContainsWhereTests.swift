import Signals
import SignalsBattery
import XCTest

final class ContainsWhereTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.contains { $0 > 1 } }.check()
    }

    func testTheResultSaysIfAValueFulfilsTheCondition() {
        let numbers = [1, 2, 3].publisher.eraseToAnyPublisher()
        XCTAssertEqual(numbers.contains { $0 > 2 }.recording().values, [true])
        XCTAssertEqual(numbers.contains { $0 > 3 }.recording().values, [false])
    }

    func testTheClosureIsNotCalledAfterTheAnswer() {
        let calls = Locked(0)
        let recorder = [1, 2, 3].publisher.eraseToAnyPublisher()
            .contains { _ in
                calls.withLock { $0 += 1 }
                return true
            }
            .recording()
        XCTAssertEqual(recorder.values, [true])
        XCTAssertEqual(calls.withLock { $0 }, 1)
    }
}
