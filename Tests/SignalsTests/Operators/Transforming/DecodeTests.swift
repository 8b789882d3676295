import Signals
import SignalsBattery
import XCTest

final class DecodeTests: XCTestCase {
    private struct Task: Codable, Equatable, Sendable {
        var name: String
    }

    private struct Lengths: TopLevelDecoder {
        func decode<T: Decodable>(_ type: T.Type, from input: Int) throws -> T {
            guard input > 0, let text = String(repeating: "x", count: input) as? T else { throw TestFailure() }
            return text
        }
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.decode(type: String.self, decoder: Lengths()) }.check()
    }

    func testValuesAreDecodedFromJSON() {
        let recorder = Just(Data(#"{"name":"Water plants"}"#.utf8))
            .decode(type: Task.self, decoder: JSONDecoder()).recording()
        XCTAssertEqual(recorder.values, [Task(name: "Water plants")])
        XCTAssertTrue(recorder.isFinished)
    }

    func testADecodingErrorEndsTheSubscription() {
        let recorder = [Data("{}".utf8), Data(#"{"name":"late"}"#.utf8)].publisher
            .decode(type: Task.self, decoder: JSONDecoder()).recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.failure is DecodingError)
    }
}
