import Signals
import SignalsBattery
import XCTest

final class FailTests: XCTestCase {
    func testFailsAtOnce() {
        let recorder = Recorder<Int, TestFailure>(.none)
        Fail(error: TestFailure()).subscribe(recorder)
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testIsEqualByItsError() {
        XCTAssertEqual(Fail(outputType: Int.self, failure: TestFailure()), Fail(error: TestFailure()))
    }
}
