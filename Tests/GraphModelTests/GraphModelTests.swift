import GraphModel
import XCTest

final class GraphModelTests: XCTestCase {
    func testRandomSequencesDoWhatTheModelOfTheObjectGraphSays() {
        XCTAssertEqual(differencesFromGraphModel(seed: 1, count: 2000).reports, [])
    }
}
