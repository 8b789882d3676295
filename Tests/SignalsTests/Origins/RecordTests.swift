import Signals
import SignalsBattery
import XCTest

final class RecordTests: XCTestCase {
    func testRecordedEventsArePlayedBackToEachSubscriber() {
        let record = Record<Int, TestFailure> { recording in
            recording.receive(1)
            recording.receive(2)
            recording.receive(completion: .failure(TestFailure()))
        }
        for _ in 1...2 {
            let recorder = record.recording()
            XCTAssertEqual(recorder.values, [1, 2])
            XCTAssertEqual(recorder.failure, TestFailure())
        }
    }

    func testWithoutACompletionItFinishes() {
        XCTAssertTrue(Record<Int, Never> { $0.receive(1) }.recording().isFinished)
    }

    func testValuesAreDeliveredAsTheyAreAskedFor() {
        let recorder = Record<Int, Never>(output: [1, 2, 3], completion: .finished).recording(.max(2))
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testWithoutValuesItEndsAtOnce() {
        let recorder = Record<Int, TestFailure>(output: [], completion: .failure(TestFailure())).recording(.none)
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testARecordGoesThroughJSONAndBack() throws {
        enum Weather: Error, Codable { case rain }
        let record = Record<Int, Weather>(output: [1, 2], completion: .failure(.rain))
        let data = try JSONEncoder().encode(record)
        let decoded = try JSONDecoder().decode(Record<Int, Weather>.self, from: data)
        XCTAssertEqual(decoded.recording.output, [1, 2])
        XCTAssertEqual(decoded.recording.completion, .failure(.rain))
    }
}
