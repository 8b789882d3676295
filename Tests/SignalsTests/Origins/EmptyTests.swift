import Signals
import SignalsBattery
import XCTest

final class EmptyTests: XCTestCase {
    func testFinishesAtOnce() {
        let recorder = Recorder<Int, TestFailure>(.none)
        Empty().subscribe(recorder)
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testNeverFinishesWhenToldSo() {
        let recorder = Recorder<Int, Never>()
        Empty(completeImmediately: false, outputType: Int.self, failureType: Never.self).subscribe(recorder)
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertEqual(recorder.completions, [])
        recorder.cancel()
    }
}
