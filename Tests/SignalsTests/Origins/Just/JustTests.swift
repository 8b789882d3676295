import Signals
import XCTest

final class JustTests: XCTestCase {
    func testTheValueWaitsUntilItIsAskedFor() {
        let recorder = Just(1).record(.none)
        XCTAssertTrue(recorder.completions.isEmpty)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.isFinished)
    }

    func testCancellingInsideTheValueLeavesOutTheCompletion() {
        let recorder = Recorder<Int, Never> { recorder, _ in recorder.cancel() }
        Just(1).subscribe(recorder)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.completions.isEmpty)
    }
}
