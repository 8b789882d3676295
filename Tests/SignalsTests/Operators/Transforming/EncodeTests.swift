import Signals
import XCTest

final class EncodeTests: XCTestCase {
    private struct Task: Codable, Equatable, Sendable {
        var name: String
        var days: Int
    }

    private struct Picky: TopLevelEncoder {
        func encode<T: Encodable>(_ value: T) throws -> String { throw TestFailure() }
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.encode(encoder: JSONEncoder()) }.check()
        Lifecycle { $0.encode(encoder: Picky()) }.check()
    }

    func testValuesAreEncodedAsJSON() {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let recorder = Just(Task(name: "Water plants", days: 3)).encode(encoder: encoder).recording()
        XCTAssertEqual(
            recorder.values.map { String(decoding: $0, as: UTF8.self) }, [#"{"days":3,"name":"Water plants"}"#])
        XCTAssertTrue(recorder.isFinished)
    }

    func testValuesGoThroughAPropertyListAndBack() {
        let task = Task(name: "Water plants", days: 3)
        let recorder = Just(task).encode(encoder: PropertyListEncoder())
            .decode(type: Task.self, decoder: PropertyListDecoder()).recording()
        XCTAssertEqual(recorder.values, [task])
    }

    func testTheEncodersErrorEndsIt() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<String, any Error>()
        rogue.encode(encoder: Picky()).subscribe(recorder)
        let connection = rogue.connect()
        rogue.send(1)
        XCTAssertTrue(recorder.failure is TestFailure)
        XCTAssertEqual(connection.cancels, 1)
    }
}
