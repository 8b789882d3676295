import Signals
import XCTest

final class ReplaceEmptyTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.replaceEmpty(with: 9) }.check()
    }

    func testAValueIsDeliveredIfThereIsNoOther() {
        let recorder = Empty<Int, TestFailure>().replaceEmpty(with: 7).recording()
        XCTAssertEqual(recorder.values, [7])
        XCTAssertTrue(recorder.isFinished)
    }

    func testOtherwiseUpstreamsValuesPass() {
        let recorder = [1, 2].publisher.replaceEmpty(with: 7).recording()
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAFailureIsNotReplaced() {
        let recorder = Fail<Int, TestFailure>(error: TestFailure()).replaceEmpty(with: 7).recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testTheValueWaitsUntilItIsAskedFor() {
        let recorder = Empty<Int, Never>().replaceEmpty(with: 7).recording(.none)
        XCTAssertTrue(recorder.completions.isEmpty)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [7])
        XCTAssertTrue(recorder.isFinished)
    }
}
