import Signals
import XCTest

final class LastWhereTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.last { $0 > 1 } }.check()
    }

    func testTheLastThatFulfilsTheConditionIsDelivered() {
        let recorder = (1...9).publisher.eraseToAnyPublisher().last { $0 < 4 }.recording()
        XCTAssertEqual(recorder.values, [3])
        XCTAssertTrue(recorder.isFinished)
    }

    func testWithoutOneItJustFinishes() {
        let recorder = (1...9).publisher.eraseToAnyPublisher().last { $0 > 9 }.recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.isFinished)
    }
}
