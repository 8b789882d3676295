import Signals
import XCTest

final class MapKeyPath3Tests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.map(\.description, \.magnitude, \.bitWidth) }.check()
    }

    func testTheValuesOfThreePropertiesAreDeliveredTogether() {
        let recorder = Just("abc").map(\.count, \.isEmpty, \.first).recording()
        XCTAssertEqual(recorder.values.map { "\($0)" }, ["(3, false, Optional(\"a\"))"])
    }
}
