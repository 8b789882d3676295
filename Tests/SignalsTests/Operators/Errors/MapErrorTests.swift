import Signals
import SignalsBattery
import XCTest

final class MapErrorTests: XCTestCase {
    private struct Wrapped: Error, Equatable { let text: String }

    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.mapError { Wrapped(text: "\($0)") } }.check()
    }

    func testTransformsTheErrorAndNothingElse() {
        let recorder = Recorder<Int, Wrapped>()
        Fail<Int, TestFailure>(error: TestFailure()).mapError { Wrapped(text: "\($0)") }.subscribe(recorder)
        XCTAssertEqual(recorder.completions, [.failure(Wrapped(text: "TestFailure()"))])
        let finished = Recorder<Int, Wrapped>()
        Just(1).setFailureType(to: TestFailure.self).mapError { Wrapped(text: "\($0)") }.subscribe(finished)
        XCTAssertEqual(finished.values, [1])
        XCTAssertEqual(finished.completions, [.finished])
    }
}
