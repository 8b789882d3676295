import Signals
import XCTest

final class ResultPublisherTests: XCTestCase {
    func testTheValueWaitsUntilItIsAskedFor() {
        let recorder = Result<Int, TestFailure>.success(1).publisher.recording(.none)
        XCTAssertTrue(recorder.completions.isEmpty)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAnErrorFailsAtOnce() {
        let recorder = Result<Int, TestFailure>.failure(TestFailure()).publisher.recording(.none)
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testItIsMadeFromAValueOrAnError() {
        XCTAssertEqual(Result<Int, TestFailure>.Publisher(1), Result<Int, TestFailure>.success(1).publisher)
        XCTAssertEqual(Result<Int, TestFailure>.Publisher(TestFailure()).recording().failure, TestFailure())
    }
}
