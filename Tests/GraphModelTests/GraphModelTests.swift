import Foundation
import GraphModel
import XCTest

final class GraphModelTests: XCTestCase {
    /// Six thousand of them, or as many as `SIGNALS_GRAPH` says in the environment.
    func testRandomSequencesDoWhatTheModelOfTheObjectGraphSays() {
        let count = ProcessInfo.processInfo.environment["SIGNALS_GRAPH"].flatMap { Int($0) } ?? 6000
        XCTAssertEqual(differencesFromGraphModel(seed: 1, count: count).reports, [])
    }

    /// Three hundred of them, or as many as `SIGNALS_UNREAD` says in the environment.
    func testRandomSequencesOnUnreadObjectsDoWhatTheModelOfTheObjectGraphSays() {
        let count = ProcessInfo.processInfo.environment["SIGNALS_UNREAD"].flatMap { Int($0) } ?? 300
        XCTAssertEqual(differencesFromGraphModel(seed: 1, count: count, features: [.all, .unread]).reports, [])
    }
}
