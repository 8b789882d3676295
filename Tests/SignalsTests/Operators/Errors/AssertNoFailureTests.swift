import Signals
import XCTest

final class AssertNoFailureTests: XCTestCase {
    func testKeepsTheLifecycleAsLongAsNothingFails() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder = source.assertNoFailure().recording()
        source.send(1)
        source.send(completion: .finished)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.isFinished)
    }
}
