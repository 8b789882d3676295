import Signals
import XCTest

final class MapKeyPath2Tests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.map(\.description, \.magnitude) }.check()
    }

    func testTheValuesOfTwoPropertiesAreDeliveredTogether() {
        let recorder = Just("abc").map(\.count, \.isEmpty).recording()
        XCTAssertEqual(recorder.values.map(\.0), [3])
        XCTAssertEqual(recorder.values.map(\.1), [false])
        XCTAssertTrue(recorder.isFinished)
    }
}
