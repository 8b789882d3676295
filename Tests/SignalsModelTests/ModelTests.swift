import SignalsModel
import XCTest

final class ModelTests: XCTestCase {
    func testRandomChainsDoWhatTheModelOfCombineSays() {
        XCTAssertEqual(differencesFromModel(seed: 1, count: 3000), [])
    }
}
