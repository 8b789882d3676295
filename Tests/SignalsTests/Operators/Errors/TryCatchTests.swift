import Signals
import XCTest

final class TryCatchTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryCatch { _ in Just(0) } }.check()
        Lifecycle { $0.tryCatch { _ -> Just<Int> in throw TestFailure() } }.check()
    }

    func testAFailureIsFollowedByTheOtherPublisher() {
        let recorder = Fail<Int, TestFailure>(error: TestFailure()).tryCatch { _ in [8, 9].publisher }.recording()
        XCTAssertEqual(recorder.values, [8, 9])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAThrownErrorEndsIt() {
        struct Worse: Error {}
        let recorder = Fail<Int, TestFailure>(error: TestFailure()).tryCatch { _ -> Just<Int> in throw Worse() }
            .recording()
        XCTAssertTrue(recorder.failure is Worse)
    }
}
